/**
 * Changes inside a flow collection, `{…}` or `[…]`, as splices of its text: nothing around the changed entry is written
 * again, neither spaces nor comments.
 */

import { isNode, isPair, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { pairOf } from './places.ts';
import { flowText } from './writing.ts';

type Flow = YAMLMap | YAMLSeq;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The text with a value after the others of a flow list. */
export function appendInFlow(text: string, list: YAMLSeq, value: unknown): string | null {
  return addItem(text, list, flowText(value));
}

/** The text with a value under a key of a flow map, whatever was there. */
export function setInFlow(text: string, map: YAMLMap, key: string, value: unknown): string | null {
  const pair = pairOf(map, key);
  if (pair === null) return addItem(text, map, flowText({ [key]: value }).slice(1, -1));
  const old = rangeOf(pair.value);
  return old && text.slice(0, old.start) + flowText(value) + text.slice(old.end);
}

/** The text without a key of a flow map, or without an entry of a flow list. */
export function deleteInFlow(text: string, from: Flow, at: number): string | null {
  const item = rangeOf(from.items[at]);
  if (item === null) return null;
  const comma = /^\s*,[^\S\n]*/.exec(text.slice(item.end));
  if (comma !== null) return text.slice(0, item.start) + text.slice(item.end + comma[0].length);
  // The last entry takes the comma before it along, unless a comment stands between.
  const head = text.slice(0, item.start).replace(/,\s*$/, '');
  return head + text.slice(item.end);
}

function addItem(text: string, to: Flow, item: string): string | null {
  const whole = rangeOf(to);
  const last = to.items.length === 0 ? null : rangeOf(to.items.at(-1));
  if (whole === null || (last === null && to.items.length > 0)) return null;
  const at = last === null ? whole.start + 1 : last.end;
  return `${text.slice(0, at)}${last === null ? '' : ', '}${item}${text.slice(at)}`;
}

/** What an entry takes up: of a pair from its key to the end of its value. */
function rangeOf(thing: unknown): Range | null {
  if (isPair(thing)) return rangeOfPair(thing);
  if (!isNode(thing) || !thing.range) return null;
  const [start, end] = thing.range;
  return { start, end };
}

function rangeOfPair({ key, value }: Pair): Range | null {
  const [from, to] = [rangeOf(key), rangeOf(value)];
  return from && { start: from.start, end: Math.max(from.end, to?.end ?? 0) };
}
