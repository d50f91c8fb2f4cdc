/** A change as a splice of lines in the text of the file; null for shapes that it does not know. */

import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { TreeChange, TreePath } from '../tree-change.ts';
import { appendInFlow, deleteInFlow, setInFlow } from './flow.ts';
import {
  columnOf,
  insertLines,
  isAfterBlank,
  isFirstInLine,
  lineEndOf,
  lineStart,
  nextLine,
  overComments,
  pastComments,
} from './lines.ts';
import { contentEnd, entryOffset, keyEnd, pairOf } from './places.ts';
import { blockLines, inlineValue } from './writing.ts';

/** The text with the change made; null where this does not know how. The document must be of this very text. */
export function spliceText(text: string, document: Document, change: TreeChange): string | null {
  const { path } = change;
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const last = path.at(-1);
  if (typeof last === 'number') {
    const isDeleted = change.op === 'delete' && isSeq(parent);
    return isDeleted ? deleteEntry(text, document, path, parent) : null;
  }
  if (last === undefined) return null;
  if (change.op === 'delete') return isMap(parent) ? deleteKey(text, parent, last) : null;
  if (change.op === 'set') return setKey(text, parent, last, change.value);
  const list = isMap(parent) ? parent.get(last, true) : null;
  if (!isSeq(list) || list.items.length === 0) return setKey(text, parent, last, [change.value]);
  const append = list.flow ? appendInFlow : appendEntry;
  return append(text, list, change.value);
}

function appendEntry(text: string, list: YAMLSeq, value: unknown): string | null {
  const lastAt = list.items.length - 1;
  const dash = entryOffset(list, lastAt);
  const end = contentEnd(list);
  if (dash === null || end === null) return null;
  const column = columnOf(text, dash);
  const start = pastComments(text, nextLine(text, end), column + 1);
  const top = overComments(text, lineStart(text, dash), column);
  // Entries that stand apart go on standing apart.
  const gap = lastAt > 0 && isAfterBlank(text, top) ? lineEndOf(text) : '';
  return insertLines(text, start, gap + blockLines([value], column, lineEndOf(text)));
}

/** `map` is null in a file without entries. */
function setKey(text: string, map: unknown, key: string, value: unknown): string | null {
  const lineEnd = lineEndOf(text);
  if (map === null) return insertLines(text, text.length, blockLines({ [key]: value }, 0, lineEnd));
  if (!isMap(map)) return null;
  if (map.flow) return setInFlow(text, map, key, value);
  const pair = pairOf(map, key);
  return pair === null ? addKey(text, map, key, value) : replaceValue(text, map, pair, value);
}

function addKey(text: string, map: YAMLMap, key: string, value: unknown): string | null {
  const column = columnOfKeys(text, map);
  const end = contentEnd(map);
  if (column === null || end === null) return null;
  const start = pastComments(text, nextLine(text, end), Math.max(1, column));
  return insertLines(text, start, blockLines({ [key]: value }, column, lineEndOf(text)));
}

function columnOfKeys(text: string, map: YAMLMap): number | null {
  const [first] = map.items;
  const start = first && isScalar(first.key) ? first.key.range?.[0] : undefined;
  return start === undefined ? null : columnOf(text, start);
}

function replaceValue(text: string, map: YAMLMap, pair: Pair, value: unknown): string | null {
  const old = pair.value;
  const isSingle = typeof value !== 'object' || value === null;
  if (isSingle) return replaceScalar(text, pair, value);
  const column = columnOfKeys(text, map);
  const colon = keyEnd(text, pair);
  if (column === null || colon === null) return null;
  if (isCollection(old) && !old.flow) return replaceBlock(text, old, value);
  const oldEnd = isCollection(old) ? old.range?.[1] : colon;
  if (oldEnd === undefined || (isScalar(old) && old.value !== null)) return null;
  const rest = nextLine(text, oldEnd);
  const head = text.slice(0, colon) + text.slice(oldEnd, rest);
  const lines = blockLines(value, column + 2, lineEndOf(text));
  return insertLines(head + text.slice(rest), head.length, lines);
}

function replaceScalar(text: string, pair: Pair, value: unknown): string | null {
  if (!isScalar(pair.value) || !pair.value.range) return null;
  const [start, end] = pair.value.range;
  const colon = keyEnd(text, pair);
  const inline = inlineValue(value, pair.value);
  if (colon === null) return null;
  if (start === end) return `${text.slice(0, colon)} ${inline}${text.slice(colon)}`;
  // A text over several lines takes its last line feed with it.
  const rest = start + text.slice(start, end).trimEnd().length;
  return text.slice(0, start) + inline + text.slice(rest);
}

function replaceBlock(text: string, old: YAMLMap | YAMLSeq, value: object): string | null {
  const end = contentEnd(old);
  const start = old.range?.[0];
  if (end === null || start === undefined || !isFirstInLine(text, start)) return null;
  const lines = blockLines(value, columnOf(text, start), lineEndOf(text));
  return text.slice(0, lineStart(text, start)) + lines + text.slice(nextLine(text, end));
}

function deleteKey(text: string, map: YAMLMap, key: string): string | null {
  const pair = pairOf(map, key);
  if (map.flow) return pair && deleteInFlow(text, map, map.items.indexOf(pair));
  const start = pair && isScalar(pair.key) ? pair.key.range?.[0] : undefined;
  const end = pair && contentEnd(pair);
  if (start === undefined || end === null || map.items.length < 2) return null;
  if (!isFirstInLine(text, start)) return null;
  const rest = pastComments(text, nextLine(text, end), columnOf(text, start) + 1);
  return text.slice(0, lineStart(text, start)) + text.slice(rest);
}

function deleteEntry(
  text: string,
  document: Document,
  path: TreePath,
  list: YAMLSeq,
): string | null {
  const at = Number(path.at(-1));
  if (list.flow) return deleteInFlow(text, list, at);
  const dash = entryOffset(list, at);
  const end = contentEnd(list.items[at]);
  if (dash === null || end === null || !isFirstInLine(text, dash)) return null;
  const column = columnOf(text, dash);
  const line = lineStart(text, dash);
  // A comment above the first entry may be about the whole list; above any other it is about the entry.
  const start = at === 0 ? line : overComments(text, line, column);
  const past = pastComments(text, nextLine(text, end), column + 1);
  const isGapLeft = isAfterBlank(text, start) && isAfterBlank(text, nextLine(text, past));
  const rest = text.slice(isGapLeft ? nextLine(text, past) : past);
  if (list.items.length > 1) return text.slice(0, start) + rest;
  const owner = document.getIn(path.slice(0, -2), true);
  const pair = isMap(owner) ? pairOf(owner, path.at(-2)) : null;
  const colon = pair && keyEnd(text, pair);
  return colon === null ? null : `${text.slice(0, colon)} []${text.slice(colon, start)}${rest}`;
}
