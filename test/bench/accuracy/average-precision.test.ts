import { expect, it } from 'vitest';
import { averagePrecision } from '../../../bench/accuracy/average-precision.ts';
import type { Mark } from '../../../bench/accuracy/matching.ts';

/** `r` right, `w` wrong, `i` ignored, surest first. */
const found = (letters: string) =>
  [...letters].map((letter, at) => ({
    score: 1 - at / 100,
    mark: ({ r: 'right', w: 'wrong', i: 'ignored' } as Record<string, Mark>)[letter] ?? 'wrong',
  }));

// By hand: the sum over the people found of the best precision there or further down, over all people.
it.each([
  ['everybody, nobody else', 'rr', 2, 1],
  ['one of two', 'r', 2, 0.5],
  ['nobody', 'www', 2, 0],
  ['nothing', '', 2, 0],
  ['a wrong one first: 1/2', 'wr', 1, 1 / 2],
  ['a wrong one in between: (1 + 2/3) / 2', 'rwr', 2, (1 + 2 / 3) / 2],
  ['precision rises again: (2/3 + 2/3) / 2, not (1/2 + 2/3) / 2', 'wrr', 2, 2 / 3],
  ['(1 + 3/4 + 3/4) / 4, one missed', 'rwrr', 4, (1 + 3 / 4 + 3 / 4) / 4],
  ['the ignored are as if they were not there', 'irir', 2, 1],
])('%s', (_what, letters, people, expected) => {
  expect(averagePrecision(found(letters), people)).toBeCloseTo(expected, 12);
});

it('sorts by score', () => {
  expect(averagePrecision(found('rw').toReversed(), 1)).toBe(1);
});

it('says nothing where there is nobody to find', () => {
  expect(averagePrecision(found('w'), 0)).toBeNull();
});
