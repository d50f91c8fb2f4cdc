/** Outlines of people as rows of pixels and as boxes. */

import { describe, expect, it } from 'vitest';
import { PIXELS, WIDTH } from '../../../../detectors/motion/memory.ts';
import { boxOf, OUTLINES, rowsOf } from '../../../../detectors/motion/people/bodies.ts';

const body = (kind: number, x = 160, foot = 130) => ({ x, foot, kind, unit: 60, lean: 0.1 });
const KINDS = OUTLINES.map((_, kind) => kind);

describe('the rows of a body', () => {
  it.each(KINDS)('lie in the box of the body, kind %i', (kind) => {
    const [left, top, right, bottom] = boxOf(body(kind));
    let rows = 0;
    rowsOf(body(kind), (start, length) => {
      rows += 1;
      const y = Math.floor(start / WIDTH);
      const x = start % WIDTH;
      expect(y).toBeGreaterThanOrEqual(Math.floor(top));
      expect(y).toBeLessThan(bottom + 0.5);
      expect(x).toBeGreaterThanOrEqual(Math.floor(left));
      expect(x + length).toBeLessThanOrEqual(Math.ceil(right));
    });
    expect(Math.abs(rows - (bottom - top))).toBeLessThanOrEqual(1);
  });

  it.each([
    [0, 130],
    [319, 130],
    [160, 10],
    [160, 220],
    [-500, 130],
    [900, 900],
  ])('stay inside the picture and one row for feet at %i, %i', (x, foot) => {
    for (const kind of KINDS) {
      rowsOf(body(kind, x, foot), (start, length) => {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(start + length).toBeLessThanOrEqual(PIXELS);
        expect((start % WIDTH) + length).toBeLessThanOrEqual(WIDTH);
      });
    }
  });
});

it('a standing person is narrow and about as tall as the unit; who lies across is wide', () => {
  const sizes = [0, 3].map((kind) => {
    const [left, top, right, bottom] = boxOf({ ...body(kind), lean: 0 });
    return { width: right - left, height: bottom - top };
  });
  expect(sizes[0]?.height).toBeCloseTo(58.8, 5);
  expect(sizes[0]?.width).toBeLessThan(20);
  expect(sizes[1]?.width).toBeGreaterThan(2 * (sizes[1]?.height ?? 0));
});
