/** The axis of people: whole, even, and as high as needed. */

import { expect, it } from 'vitest';
import { frameOf, ticksUpTo } from '../../../ask/charts/trend.ts';

it.each([
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [7, [0, 2, 4, 6, 8]],
  [18, [0, 5, 10, 15, 20]],
  [20, [0, 5, 10, 15, 20]],
  [21, [0, 5, 10, 15, 20, 25]],
  [120, [0, 50, 100, 150]],
])('goes up to %i by even steps', (most, ticks) => {
  expect(ticksUpTo(most)).toEqual(ticks);
});

it('lets every figure lie inside, from the left to the right', () => {
  const frame = frameOf(['a', 'b', 'c'], [null, 3, 17, 0]);
  expect(frame.y(0)).toBe(frame.bottom);
  expect(frame.y(17)).toBeGreaterThanOrEqual(frame.top);
  expect(frame.y(17)).toBeLessThan(frame.y(3));
  expect(frame.x(0)).toBeGreaterThan(frame.left);
  expect(frame.x(2)).toBeLessThan(frame.right);
});
