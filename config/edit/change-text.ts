/** Changes to the YAML of the file: comments, order, quotes and blank lines stay; an edit may space a line again once. */

import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  Scalar,
  visit,
  type YAMLSeq,
} from 'yaml';
import { TurnoutError } from '../../errors.ts';

/** Steps from the root: keys and indexes. */
export type TreePath = readonly (string | number)[];

export type TreeChange =
  /** Adds an entry at the end of a list, which is made where it is missing. */
  | { readonly op: 'append'; readonly path: TreePath; readonly value: unknown }
  /** Puts a value under a key, whatever was there. */
  | { readonly op: 'set'; readonly path: TreePath; readonly value: unknown }
  /** Takes out a key or an entry that is there. */
  | { readonly op: 'delete'; readonly path: TreePath };

/**
 * The text with the change made. `text` must be YAML without faults.
 *
 * @throws `config_edit_failed` where the file is written in a way that the change cannot be made in, such as an alias
 *   in place of a list.
 */
export function changeText(text: string, change: TreeChange): string {
  const document = parseDocument(text.replaceAll('\r\n', '\n'));
  const wanted = changeAt(document.toJS(), change.path, change);
  try {
    apply(document, change);
  } catch {
    // The library has no word for a path through an alias or a single value; the comparison below has.
  }
  const changed = written(document, text);
  if (isDeepStrictEqual(meaning(changed), wanted)) return changed;
  throw new TurnoutError('config_edit_failed', {
    where: change.path.join('.'),
    expected: 'YAML that can be changed in place, without aliases and tags',
    got: 'a place that is written in another way',
    hint: 'nothing was changed; make this change by hand',
  });
}

function apply(document: Document.Parsed, change: TreeChange): void {
  if (change.op === 'delete') deleteAt(document, change.path);
  else if (change.op === 'append') appendAt(document, change.path, change.value);
  else setAt(document, change.path, change.value);
}

function appendAt(document: Document.Parsed, path: TreePath, value: unknown): void {
  const old: unknown = document.getIn(path, true);
  if (isSeq(old)) append(old, nodeOf(document, value));
  else if (old === undefined || (isScalar(old) && old.value === null)) {
    setAt(document, path, [value]);
  } else throw new TypeError('no list');
}

/** A text keeps its quotes, and everything its comment. */
function setAt(document: Document.Parsed, path: TreePath, value: unknown): void {
  const old: unknown = document.getIn(path, true);
  const node = nodeOf(document, value);
  const isQuoted =
    isScalar(old) && (old.type === Scalar.QUOTE_DOUBLE || old.type === Scalar.QUOTE_SINGLE);
  if (isQuoted && isScalar(node) && typeof value === 'string') {
    node.type ??= old.type ?? Scalar.PLAIN;
  }
  if (isNode(old) && typeof old.comment === 'string') node.comment = old.comment;
  document.setIn(path, node);
}

/** An empty list becomes a block, and entries that stand apart go on standing apart. */
function append(list: YAMLSeq, node: Node): void {
  const last = list.items.at(-1);
  if (last === undefined) list.flow = false;
  else if (isNode(last) && last.spaceBefore === true) node.spaceBefore = true;
  list.add(node);
}

/** Takes a key or an entry out. The comments in lines of their own after it stay: they may be about what comes next. */
function deleteAt(document: Document.Parsed, path: TreePath): void {
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
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

function commentsAfter(node: unknown): string {
  if (!isCollection(node)) return '';
  const last = node.items.at(-1);
  return joined(commentsAfter(isPair(last) ? last.value : last), node.comment);
}

function joined(...comments: readonly (string | null | undefined)[]): string {
  return comments.filter((one) => one !== '' && one !== null && one !== undefined).join('\n');
}

/** As people write it: outlines of zones in one line, everything else in blocks. */
function nodeOf(document: Document, value: unknown): Node {
  const node = document.createNode(value);
  visit(node, {
    Scalar: (_, scalar) => inOneLine(scalar),
    Seq: (_, seq) => {
      const isFlat = seq.items.every((item) => isScalar(item) || isSeq(item));
      if (isFlat) seq.flow = true;
    },
  });
  return node as Node;
}

/** Blanks at an end, marks of documents and what is not printed: YAML reads it in another way outside double quotes. */
const NEEDS_QUOTES = /^(?:\s|---|\.\.\.)|\s$|[\p{Cc}\p{Zl}\p{Zp}\ufeff]/u;

function inOneLine(scalar: Scalar): void {
  const { value } = scalar;
  if (typeof value === 'string' && NEEDS_QUOTES.test(value)) scalar.type = Scalar.QUOTE_DOUBLE;
}

/** The document as its file is written: its line ends, and its lists indented or not. */
function written(document: Document.Parsed, text: string): string {
  const changed = document.toString({
    lineWidth: 0,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
    flowCollectionPadding: false,
    indentSeq: !/^( *)[^\s#][^\n]*:[^\n\S]*\r?\n\1- /m.test(text),
  });
  return text.includes('\r\n') ? changed.replaceAll('\n', '\r\n') : changed;
}

function meaning(text: string): unknown {
  const document = parseDocument(text);
  return document.errors.length > 0 ? undefined : document.toJS();
}

/** A copy of the tree with the change made; parts of it are shared with the tree. */
function changeAt(value: unknown, [step, ...deeper]: TreePath, change: TreeChange): unknown {
  if (step === undefined) {
    if (change.op === 'delete') return undefined;
    return change.op === 'set' ? change.value : [...asList(value), change.value];
  }
  const isGone = change.op === 'delete' && deeper.length === 0;
  if (typeof step === 'number') {
    const list = asList(value);
    return isGone ? list.toSpliced(step, 1) : list.with(step, changeAt(list[step], deeper, change));
  }
  const { [step]: old, ...rest } = (value ?? {}) as Record<string, unknown>;
  return isGone ? rest : { ...rest, [step]: changeAt(old, deeper, change) };
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
