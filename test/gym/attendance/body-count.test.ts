import { expect, test } from 'vitest';
import { estimateBodyCount } from '../../../gym/attendance/body-count.ts';

test('people who are hidden now and then are counted, ghosts are not', () => {
  const counts = [7, 8, 8, 7, 8, 12, 8, 8, 6, 8, 8, 8, 7, 8];
  expect(estimateBodyCount(counts, Number.POSITIVE_INFINITY)).toEqual({
    people: 8,
    low: 8,
    high: 8,
    median: 8,
    max: 12,
    samples: 14,
  });
});

test('in a full room more may be there than are ever counted, and a few may be none', () => {
  const counts = Array.from({ length: 20 }, () => 16);
  expect(estimateBodyCount(counts, 416 * 416)).toMatchObject({ people: 16, low: 14, high: 30 });
  expect(estimateBodyCount(counts, 832 * 480)).toMatchObject({ people: 16, low: 14, high: 21 });
});

test('no counts say nothing', () => {
  expect(estimateBodyCount([], null)).toEqual({
    people: null,
    low: null,
    high: null,
    median: null,
    max: null,
    samples: 0,
  });
});
