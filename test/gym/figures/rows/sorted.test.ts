/** The first of many, as a sort of all of them would have them. */

import { expect, it } from 'vitest';
import { runAtOnce } from '../../../../gym/figures/compute/run-at-once.ts';
import { firstPlaces } from '../../../../gym/figures/rows/sorted.ts';

const COUNT = 20_000;
const VALUES: Readonly<Record<string, (at: number) => number>> = {
  mixed: (at) => (at * 7_919) % 10_007,
  rising: (at) => at,
  falling: (at) => -at,
  equal: () => 1,
};

it.each(Object.keys(VALUES))('finds the first of %s values', (name) => {
  const numberAt = VALUES[name] ?? (() => 0);
  const compare = (one: number, other: number) => numberAt(one) - numberAt(other) || one - other;
  const all = Array.from({ length: COUNT }, (_, at) => at).sort(compare);
  for (const most of [1, 2, 100, 1_250, 1_251, COUNT, COUNT + 5]) {
    const found = runAtOnce(firstPlaces(COUNT, most, compare));
    expect([...found.subarray(0, most)]).toEqual(all.slice(0, most));
  }
  expect(runAtOnce(firstPlaces(0, 100, compare))).toHaveLength(0);
});
