/** Where things of a parsed YAML stand in its text. Everything is null where the parser has left no place. */

import {
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

/** The pair of a key. */
export function pairOf(map: YAMLMap, key: unknown): Pair | null {
  return map.items.find((pair) => isScalar(pair.key) && pair.key.value === key) ?? null;
}

/** Offset just after the colon of a pair. */
export function keyEnd(text: string, pair: Pair): number | null {
  const end = isScalar(pair.key) ? pair.key.range?.[1] : undefined;
  return end !== undefined && text[end] === ':' ? end + 1 : null;
}

/** Offset of the `-` of an entry of a list in block style. */
export function entryOffset(list: YAMLSeq, at: number): number | null {
  const token = list.srcToken;
  if (token?.type !== 'block-seq') return null;
  return token.items[at]?.start.find(({ type }) => type === 'seq-item-ind')?.offset ?? null;
}

/** Offset of the last character of what a thing says, without the comments and blank lines after it. */
export function contentEnd(thing: unknown): number | null {
  if (isPair(thing)) return hasText(thing.value) ? contentEnd(thing.value) : contentEnd(thing.key);
  if (isCollection(thing) && !thing.flow && thing.items.length > 0) {
    return contentEnd(thing.items.at(-1));
  }
  if (!isScalar(thing) && !isMap(thing) && !isSeq(thing)) return null;
  if (!thing.range) return null;
  const [start, end] = thing.range;
  // A text over several lines ends after its line feed: one back, the offset is in its last line.
  return Math.max(start, end - 1);
}

function hasText(node: unknown): boolean {
  return (
    isCollection(node) ||
    (isScalar(node) &&
      node.range !== null &&
      node.range !== undefined &&
      node.range[1] > node.range[0])
  );
}
