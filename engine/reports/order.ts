/** The orders of lists in reports: total, so that the order of the input never shows. */

import { grouped } from './groups.ts';

const byLetters = new Intl.Collator('en', { numeric: true });
const UNKNOWN = Symbol('unknown');

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

/** Highest or lowest first; unknown last either way. */
export function ordered<T>(order: Order, valueIn: (item: T) => number | null): Step<T> {
  return order === 'highest' ? highestFirst(valueIn) : lowestFirst(valueIn);
}

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
 * The items by a number, unknown last, those of the same number by `rest`: what `ordered` and then `rest` would make of
 * them. Numbers are sorted for themselves, so that of thousands of items few are compared.
 */
export function sortedBy<T>(
  items: readonly T[],
  order: Order,
  valueIn: (item: T) => number | null,
  rest: Step<T>,
): T[] {
  const groups = grouped<T, number | typeof UNKNOWN>(items, (item) => valueIn(item) ?? UNKNOWN);
  const unknown = groups.get(UNKNOWN) ?? [];
  const values = new Float64Array(groups.size - (unknown.length > 0 ? 1 : 0));
  let at = 0;
  for (const key of groups.keys()) if (key !== UNKNOWN) values[at++] = key;
  values.sort();
  if (order === 'highest') values.reverse();
  const sorted: T[] = [];
  const add = (group: readonly T[]) => {
    for (const item of group.length > 1 ? group.toSorted(rest) : group) sorted.push(item);
  };
  for (const value of values) add(groups.get(value) ?? []);
  add(unknown);
  return sorted;
}

function compareKnown(a: number | null, b: number | null, sign: 1 | -1): number {
  if (a === null) return b === null ? 0 : 1;
  if (b === null) return -1;
  return a === b ? 0 : a < b ? -sign : sign;
}
