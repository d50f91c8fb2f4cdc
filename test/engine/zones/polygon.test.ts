import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInPolygon, type Point } from '../../../engine/zones.ts';

const SQUARE: Point[] = [
  [0.2, 0.2],
  [0.8, 0.2],
  [0.8, 0.8],
  [0.2, 0.8],
];
const EPS = 1e-9;

describe('a point and a square', () => {
  const rows: [number, number, boolean, string][] = [
    [0.5, 0.5, true, 'the middle is in'],
    [0.2, 0.5, true, 'the left edge is in'],
    [0.2 - EPS, 0.5, false, 'just left of it is out'],
    [0.2 + EPS, 0.5, true, 'just right of the left edge is in'],
    [0.8, 0.5, false, 'the right edge is out'],
    [0.8 - EPS, 0.5, true, 'just left of the right edge is in'],
    [0.8 + EPS, 0.5, false, 'just right of it is out'],
    [0.5, 0.2, true, 'the upper edge is in'],
    [0.5, 0.2 - EPS, false, 'just above it is out'],
    [0.5, 0.8, false, 'the lower edge is out'],
    [0.5, 0.8 - EPS, true, 'just above the lower edge is in'],
    [0.2, 0.2, true, 'the upper left corner is in'],
    [0.8, 0.2, false, 'the upper right corner is out'],
    [0.8, 0.8, false, 'the lower right corner is out'],
    [0.2, 0.8, false, 'the lower left corner is out'],
  ];
  for (const [x, y, expected, reason] of rows) {
    test(reason, () => {
      expect(isInPolygon([x, y], SQUARE)).toBe(expected);
      expect(isInPolygon([x, y], SQUARE.toReversed())).toBe(expected);
    });
  }
});

describe('other shapes', () => {
  test('the notch of a U is outside', () => {
    const u: Point[] = [
      [0, 0],
      [0.3, 0],
      [0.3, 0.6],
      [0.7, 0.6],
      [0.7, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ];
    expect(isInPolygon([0.5, 0.3], u)).toBe(false);
    expect(isInPolygon([0.15, 0.3], u)).toBe(true);
    expect(isInPolygon([0.5, 0.8], u)).toBe(true);
  });

  test('two zones that share an edge hold every point exactly once', () => {
    const ratio = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(ratio, ratio, ratio, ratio, (x, y, top, bottom) => {
        const left: Point[] = [
          [0, 0],
          [top, 0],
          [bottom, 1],
          [0, 1],
        ];
        const right: Point[] = [
          [top, 0],
          [1, 0],
          [1, 1],
          [bottom, 1],
        ];
        expect(Number(isInPolygon([x, y], left)) + Number(isInPolygon([x, y], right))).toBe(1);
      }),
    );
  });
});
