import { expect, test } from 'vitest';
import { estimateBodyCount } from '../../../gym/attendance/body-count.ts';

test('people who are hidden now and then are counted, ghosts are not', () => {
  const counts = [7, 8, 8, 7, 8, 12, 8, 8, 6, 8, 8, 8, 7, 8];
  expect(estimateBodyCount(counts)).toEqual({
    people: 8,
    low: 8,
    high: 8,
    median: 8,
    max: 12,
    samples: 14,
  });
});

test('no counts say nothing', () => {
  expect(estimateBodyCount([])).toEqual({
    people: null,
    low: null,
    high: null,
    median: null,
    max: null,
    samples: 0,
  });
});
