/** The orders of lists in reports: total, so that the order of the input never shows. */

const byLetters = new Intl.Collator('en', { numeric: true });

/** One step of an order: negative where `a` comes first, 0 where the next step decides. */
export type Step<T> = (a: T, b: T) => number;

/** Highest first; unknown last. */
export function highestFirst<T>(valueIn: (item: T) => number | null): Step<T> {
  return (a, b) => compareKnown(valueIn(a), valueIn(b), -1);
}

/** Lowest first; unknown last. */
export function lowestFirst<T>(valueIn: (item: T) => number | null): Step<T> {
  return (a, b) => compareKnown(valueIn(a), valueIn(b), 1);
}

/** Which end of a list comes first. */
export type Order = 'highest' | 'lowest';

/** By the alphabet, and by the characters where that sees no difference. */
export function byText<T>(textOf: (item: T) => string): Step<T> {
  return (a, b) => {
    const [one, other] = [textOf(a), textOf(b)];
    if (one === other) return 0;
    return byLetters.compare(one, other) || (one < other ? -1 : 1);
  };
}

/** The steps one after another. */
export function inOrder<T>(...steps: readonly Step<T>[]): Step<T> {
  return (a, b) => {
    for (const step of steps) {
      const sign = step(a, b);
      if (sign !== 0) return sign;
    }
    return 0;
  };
}

/**
 * The items by a number, unknown last, those of the same number by `rest`: what `highestFirst` or `lowestFirst` and then
 * `rest` would make of them. Numbers are sorted for themselves and each item then finds its place, so that of thousands few are compared.
 */
export function sortedBy<T>(
  items: readonly T[],
  order: Order,
  valueIn: (item: T) => number | null,
  rest: Step<T>,
): T[] {
  // Lowest first, whatever was asked for: one search does for both. Adding 0 makes 0 of -0, which sorts apart.
  const sign = order === 'highest' ? -1 : 1;
  const keys = new Float64Array(items.length);
  let at = 0;
  for (const item of items) {
    const value = valueIn(item);
    keys[at++] = value === null ? Number.POSITIVE_INFINITY : sign * value + 0;
  }
  const places = keys.toSorted();
  const taken = new Uint32Array(items.length);
  const sorted = [...items];
  at = 0;
  for (const item of items) {
    const first = firstPlace(places, keys[at++] ?? 0);
    const before = taken[first] ?? 0;
    sorted[first + before] = item;
    taken[first] = before + 1;
  }
  for (let first = 0; first < sorted.length; first += taken[first] ?? 1) {
    const count = taken[first] ?? 1;
    if (count === 1) continue;
    let place = first;
    for (const item of sorted.slice(first, first + count).sort(rest)) sorted[place++] = item;
  }
  return sorted;
}

/** Index of the first of the sorted `places` that is not below `key`. */
function firstPlace(places: Float64Array, key: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] ?? 0) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compareKnown(a: number | null, b: number | null, sign: 1 | -1): number {
  if (a === null) return b === null ? 0 : 1;
  if (b === null) return -1;
  return a === b ? 0 : a < b ? -sign : sign;
}
