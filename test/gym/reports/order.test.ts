import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  byText,
  highestFirst,
  inOrder,
  lowestFirst,
  sortedBy,
} from '../../../gym/reports/order.ts';

interface Item {
  readonly value: number | null;
  readonly name: string;
}

const items = fc.array(
  fc.record({
    value: fc.option(fc.constantFrom(-1.5, 0, 0.25, 3, 1e9), { nil: null }),
    name: fc.constantFrom('Aqua', 'Spin', 'Yoga 2', 'Yoga 10'),
  }),
);

test('items sorted by a number are those sorted step by step', () => {
  const byName = byText(({ name }: Item) => name);
  fc.assert(
    fc.property(items, fc.constantFrom('highest' as const, 'lowest' as const), (list, order) => {
      const steps = inOrder(
        (order === 'highest' ? highestFirst : lowestFirst)(({ value }: Item) => value),
        byName,
      );
      const given = [...list];
      expect(sortedBy(list, order, ({ value }) => value, byName)).toEqual(list.toSorted(steps));
      expect(list).toEqual(given);
    }),
  );
});
