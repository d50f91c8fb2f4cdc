import { expect, it } from 'vitest';
import { firstGroups } from '../../../hq/days/chain-figures.ts';

/** Any order: no two are equal. */
const place = (group: number) => (group * 7_919) % 10_007;
const isBefore = (one: number, other: number) => place(one) < place(other);

it.each([0, 1, 499, 500, 501, 5_000])(
  'gives the first of %i groups in their order',
  async (size) => {
    const groups = Array.from({ length: size }, (_, at) => at);
    const all = groups.toSorted((a, b) => place(a) - place(b));
    for (const [offset, limit] of [
      [0, 20],
      [990, 20],
      [0, 1_000],
      [4_990, 20],
      [10_000, 5],
    ] as const) {
      const found = await firstGroups(groups, isBefore, { offset, limit });
      expect(found).toEqual(all.slice(offset, offset + limit));
    }
  },
);
