/** Changes to the YAML of the file: comments, order, quotes and blank lines stay; an edit may space a line again once. */

import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import { TurnoutError } from '../errors.ts';
import { literal } from './environment.ts';
import type { FaultPath } from './fault.ts';

/** A text that is in the language of the file already, such as an address with its variables. Any other text of an edit is plain. */
export class FileText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * The file while it is edited. In it a text may name variables, so a plain text is written as a literal: an owner of a gym
 * must not read the variables of the computer.
 */
export class EditedFile {
  readonly #old: string;
  readonly #document: Document.Parsed;

  /** @param text YAML without faults. */
  constructor(text: string) {
    this.#old = text;
    // A warning would quote the text.
    this.#document = parseDocument(text.replaceAll('\r\n', '\n'), { logLevel: 'error' });
  }

  /** What the file says now, variables not filled in. */
  get tree(): unknown {
    return this.#document.toJS();
  }

  /** Adds an entry at the end of a list, which is made where it is missing. An empty one becomes a block. */
  append(path: FaultPath, value: unknown): void {
    const list: unknown = this.#at(path);
    if (list === undefined || (isScalar(list) && list.value === null)) {
      this.set(path, [value]);
      return;
    }
    if (!isSeq(list)) throw notInPlace(path);
    const node = this.#nodeOf(value);
    const last = list.items.at(-1);
    if (last === undefined) list.flow = false;
    // Entries that stand apart go on standing apart.
    else if (isNode(last) && last.spaceBefore === true) node.spaceBefore = true;
    list.add(node);
  }

  /** Puts a value under a key, whatever was there. A text keeps its quotes, and everything its comment. */
  set(path: FaultPath, value: unknown): void {
    const old: unknown = this.#at(path);
    const node = this.#nodeOf(value);
    const isText = isScalar(node) && typeof node.value === 'string';
    if (isText && isScalar(old) && /^QUOTE/.test(old.type ?? '')) node.type ??= old.type ?? 'PLAIN';
    if (isNode(old) && typeof old.comment === 'string') node.comment = old.comment;
    this.#document.setIn(path, node);
  }

  /** Takes a key or an entry out. The comments in lines of their own after it stay: they may be about what comes next. */
  delete(path: FaultPath): void {
    const parent = this.#at(path.slice(0, -1));
    if (!isCollection(parent)) return;
    const last = path.at(-1);
    const at = isMap(parent)
      ? parent.items.findIndex(({ key }) => isScalar(key) && key.value === last)
      : Number(last);
    const [gone] = parent.items.splice(at, 1);
    const comment = commentsAfter(isPair(gone) ? gone.value : gone);
    if (comment === '') return;
    const next = parent.items[at];
    const node = isPair(next) ? next.key : next;
    if (isNode(node)) node.commentBefore = joined(comment, node.commentBefore);
    else parent.comment = joined(comment, parent.comment);
  }

  /**
   * The file as it is written: with its line ends, and its lists indented or not.
   *
   * @throws `config_edit_failed` where it would not be read back as it was meant.
   */
  text(): string {
    const lines = this.#document.toString({
      lineWidth: 0,
      doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
      flowCollectionPadding: false,
      indentSeq: !/^( *)[^\s#][^\n]*:[^\n\S]*\r?\n\1- /m.test(this.#old),
    });
    const text = this.#old.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines;
    // UTF-8 has no half of a surrogate pair: it would be read back as another character.
    if (/\p{Cs}/u.test(text)) throw notInPlace([], 'half of a character');
    const read = parseDocument(text);
    const isAsMeant = read.errors.length === 0 && isDeepStrictEqual(read.toJS(), this.tree);
    if (!isAsMeant) throw notInPlace([]);
    return text;
  }

  /** What is at a path. One with an alias or an anchor on its way would change two places at once. */
  #at(path: FaultPath): unknown {
    for (let depth = 1; depth <= path.length; depth += 1) {
      const node: unknown = this.#document.getIn(path.slice(0, depth), true);
      const isShared = isAlias(node) || (isNode(node) && node.anchor !== undefined);
      if (isShared || (depth < path.length && isScalar(node) && node.value !== null)) {
        throw notInPlace(path);
      }
    }
    return this.#document.getIn(path, true);
  }

  /** As people write it: outlines of zones in one line, everything else in blocks. */
  #nodeOf(value: unknown): Node {
    const node = this.#document.createNode(asWritten(value));
    visit(node, {
      Scalar: (_, scalar) => {
        const isText = typeof scalar.value === 'string';
        if (isText && NEEDS_QUOTES.test(String(scalar.value))) scalar.type = 'QUOTE_DOUBLE';
      },
      Seq: (_, seq) => {
        if (seq.items.every((item) => isScalar(item) || isSeq(item))) seq.flow = true;
      },
    });
    return node as Node;
  }
}

/** Keys of maps are never filled in, and stay. */
function asWritten(value: unknown): unknown {
  if (value instanceof FileText) return value.text;
  if (typeof value === 'string') return literal(value);
  if (Array.isArray(value)) return value.map(asWritten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, asWritten(entry)]));
}

/** Blanks at an end, marks of documents and what is not printed: YAML reads it in another way outside double quotes. */
const NEEDS_QUOTES = /^(?:\s|---|\.\.\.)|\s$|[\p{Cc}\p{Zl}\p{Zp}\ufeff]/u;

function commentsAfter(node: unknown): string {
  if (!isCollection(node)) return '';
  const last = node.items.at(-1);
  return joined(commentsAfter(isPair(last) ? last.value : last), node.comment);
}

function joined(...comments: readonly (string | null | undefined)[]): string {
  return comments.filter(Boolean).join('\n');
}

function notInPlace(path: FaultPath, got = 'a place that is written in another way'): TurnoutError {
  return new TurnoutError('config_edit_failed', {
    where: path.join('.') || 'configuration',
    expected: 'YAML that can be changed in place, without aliases and tags',
    got,
    hint: 'nothing was changed; make this change by hand',
  });
}
