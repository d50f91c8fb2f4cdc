import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { groupOf, sourceOf, validates } from '../../../bench/accuracy/split.ts';

/** The last group that validates of each folder. */
const LAST = { coco: 926, exercise: 854, street: 316, surveillance: 269 };

it.each([
  ['images/surveillance/0011.jpg', 'surveillance/2'],
  ['images/surveillance/0012.jpg', 'surveillance/3'],
  ['images/surveillance/0015.jpg', 'surveillance/3'],
  ['images/exercise/0106.jpg', 'exercise/53'],
  ['images/exercise/0107.jpg', 'exercise/53'],
  ['images/coco/0001.jpg', 'coco/1'],
  ['images/street/0000.jpg', 'street/0'],
])('the split: %s belongs to %s', (file, group) => {
  expect(groupOf(file)).toBe(group);
  expect(sourceOf(file)).toBe(group.split('/')[0]);
});

it('the split: is the one that the weights which ship were trained by', () => {
  const groups = Object.entries(LAST).flatMap(([source, last]) =>
    Array.from({ length: last + 1 }, (_, number) => `${source}/${number}`),
  );
  const validating = groups.filter(validates).sort();
  expect(validating).toHaveLength(357);
  expect(createHash('sha256').update(validating.join('\n')).digest('hex')).toBe(
    '6538be32c3982f69b55c1d79509758a8f402ae7741b2ba62583213054817322f',
  );
});
