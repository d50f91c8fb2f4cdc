/** Which groups of a chain's days are shown, and in what order: without holding the thread for long. */

import { isMeasure } from '../../gym/figures/catalogue.ts';
import { unitOf, VALUES } from '../../gym/figures/measures.ts';
import type { HavingOperator } from '../../gym/figures/query.ts';
import { Stretch } from '../../runtime/timers.ts';
import type { ChainQuery, NormalChainQuery } from '../../service/figures/chain-figures.ts';
import type { DaySums } from './day-sums.ts';

export interface Grouped {
  readonly sums: DaySums;
  /** For each dimension its key as it is shown. */
  readonly names: readonly ((group: number) => string)[];
}

/** Groups between two looks at the time. */
const LOOKED_AT = 64;

const BOUNDS: Readonly<Record<HavingOperator, (value: number, bound: number) => boolean>> = {
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
};

/** Numbers of the groups within all bounds. Unknown is within none. Money is compared in units of the currency. */
export async function groupsWithin(
  having: NormalChainQuery['having'],
  { sums }: Grouped,
): Promise<number[]> {
  const stretch = new Stretch();
  const within: number[] = [];
  for (let group = 0; group < sums.size; group += 1) {
    const row = sums.sumsAt(group);
    const isWithin = having.every(([name, op, bound]) => {
      const value = VALUES[name].value(row);
      return value !== null && BOUNDS[op](value / unitOf(name), bound);
    });
    if (isWithin) within.push(group);
    if (group % LOOKED_AT === 0 && stretch.isOver()) await stretch.pause();
  }
  return within;
}

/** Time goes on; else the first measure, highest first. */
export function usualOrder({ measures: [first], by = [] }: ChainQuery): NormalChainQuery['order'] {
  if (by.some((name) => name !== 'gym')) return by.map((name) => [name, 'asc']);
  return first === undefined ? [] : [[first, 'desc']];
}

/** Which of two groups comes first. Unknown comes last either way; what is equal comes by its keys. */
export async function orderOf(
  { order: wanted, by }: NormalChainQuery,
  { sums, names }: Grouped,
): Promise<(one: number, other: number) => boolean> {
  const stretch = new Stretch();
  const values: Ordered[][] = wanted.map(() => []);
  for (let group = 0; group < sums.size; group += 1) {
    const row = sums.sumsAt(group);
    for (const [at, [name]] of wanted.entries()) {
      const value = isMeasure(name)
        ? VALUES[name].value(row)
        : (names[by.indexOf(name)]?.(group) ?? null);
      values[at]?.push(value);
    }
    if (group % LOOKED_AT === 0 && stretch.isOver()) await stretch.pause();
  }
  const directions = wanted.map(([, direction]) => (direction === 'asc' ? 1 : -1));
  return (one, other) => {
    for (const [at, ofGroups] of values.entries()) {
      const [mine = null, others = null] = [ofGroups[one], ofGroups[other]];
      if (mine !== others) return compared(mine, others, directions[at] ?? 1) < 0;
    }
    for (const name of names) {
      const [mine, others] = [name(one), name(other)];
      if (mine !== others) return mine < others;
    }
    return one < other;
  };
}

type Ordered = string | number | null;

function compared(one: Ordered, other: Ordered, direction: number): number {
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -direction : direction;
}
