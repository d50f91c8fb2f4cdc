import { describe, expect, test } from 'vitest';
import { fuse } from '../../../../gym/attendance/line/fusion.ts';

const line = (...counts: (number | null)[]) => ({
  counts,
  faults: counts.map((count) => (count === null ? ('camera_outage' as const) : null)),
});
const lines = [line(3, 5, null, null), line(4, null, 2, null)];

describe('two cameras', () => {
  test('that see the same people are the one that sees most', () => {
    expect(fuse(lines, 'max').counts).toEqual([4, 5, 2, null]);
  });

  test('that see a part each are known together only', () => {
    expect(fuse(lines, 'sum').counts).toEqual([7, null, null, null]);
  });

  test('of which one counts are filled by the other', () => {
    expect(fuse(lines, 'primary')).toEqual({
      counts: [3, 5, 2, null],
      isFilled: [false, false, true, false],
    });
  });
});

test('no camera is no line', () => {
  expect(fuse([], 'sum')).toEqual({ counts: [], isFilled: [] });
});

describe('two cameras that share a part of the floor', () => {
  const shared = [[line(2, 1, null, 0), line(1, 1, 0, 0)]];

  test('are added up, and whoever both see there is counted once', () => {
    const both = [line(5, 5, 5, 5), line(4, 4, 4, 4)];
    expect(fuse(both, 'max', shared).counts).toEqual([8, 8, null, 9]);
  });

  test('are unknown where one of them is', () => {
    expect(fuse(lines, 'primary', shared).counts).toEqual([6, null, null, null]);
  });
});
