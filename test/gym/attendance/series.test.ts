import { describe, expect, test } from 'vitest';
import { medianFilter, percentile } from '../../../gym/attendance/series.ts';

describe('the running median', () => {
  test('removes a ghost of one sample and keeps a step', () => {
    expect(medianFilter([3, 3, 9, 3, 3, 3, 8, 8, 8, 8], 5)).toEqual([3, 3, 3, 3, 3, 3, 8, 8, 8, 8]);
  });
});

describe('percentiles', () => {
  const rows: [number[], number, number, string][] = [
    [[5], 0.9, 5, 'of one count is that count'],
    [[1, 2, 3, 4], 0.5, 2.5, 'lie half way between the middle two'],
    [[4, 1, 3, 2], 0, 1, 'at 0 are the smallest'],
    [[4, 1, 3, 2], 1, 4, 'at 1 are the largest'],
  ];
  for (const [counts, share, expected, reason] of rows) {
    test(reason, () => expect(percentile(counts, share)).toBe(expected));
  }

  test('of nothing are not a number', () => {
    expect(percentile([], 0.5)).toBeNaN();
  });
});
