/** Masks: specks and holes taken out, grown, and split into connected regions. */

import { describe, expect, it } from 'vitest';
import { HEIGHT, PIXELS, WIDTH } from '../../../detectors/motion/memory.ts';
import { grow, majority, regionsOf } from '../../../detectors/motion/regions.ts';

/** A mask of rectangles, each [left, top, width, height]. */
function maskOf(...parts: readonly (readonly [number, number, number, number])[]): Uint8Array {
  const mask = new Uint8Array(PIXELS);
  for (const [left, top, width, height] of parts) {
    for (let y = top; y < top + height; y += 1) {
      mask.fill(1, y * WIDTH + left, y * WIDTH + left + width);
    }
  }
  return mask;
}

const areaOf = (mask: Uint8Array) => mask.reduce((sum, value) => sum + value, 0);

describe('the majority', () => {
  it('takes out single specks and thin lines', () => {
    const mask = maskOf([50, 50, 1, 1], [100, 60, 40, 1]);
    majority(mask);
    expect(areaOf(mask)).toBe(0);
  });

  it('fills single holes and keeps the rest of an area but its corners', () => {
    const mask = maskOf([50, 50, 10, 10]);
    mask[55 * WIDTH + 55] = 0;
    majority(mask);
    expect(mask[55 * WIDTH + 55]).toBe(1);
    expect(areaOf(mask)).toBe(96);
  });

  it('empties the outermost rows and columns', () => {
    const mask = new Uint8Array(PIXELS).fill(1);
    majority(mask);
    expect(areaOf(mask)).toBe((WIDTH - 2) * (HEIGHT - 2));
    expect(mask[WIDTH]).toBe(0);
  });
});

describe('growing', () => {
  it('reaches a square around a pixel', () => {
    const out = new Uint8Array(PIXELS).fill(7);
    grow(maskOf([50, 50, 1, 1]), 2, out);
    expect(out).toEqual(maskOf([48, 48, 5, 5]));
  });

  it('stops at the edges of the picture', () => {
    const out = new Uint8Array(PIXELS);
    grow(maskOf([0, 0, 1, 1], [319, 90, 1, 1], [0, 179, 1, 1]), 2, out);
    expect(out).toEqual(maskOf([0, 0, 3, 3], [317, 88, 3, 5], [0, 177, 3, 3]));
  });
});

describe('regions', () => {
  it('are none in an empty mask', () => {
    expect(regionsOf(new Uint8Array(PIXELS), 1)).toEqual([]);
  });

  it('have their extent and their pixels', () => {
    const regions = regionsOf(maskOf([10, 20, 3, 4], [100, 50, 2, 2]), 1);
    expect(regions.map(({ pixels, ...extent }) => ({ ...extent, area: pixels.length }))).toEqual([
      { left: 10, top: 20, right: 12, bottom: 23, area: 12 },
      { left: 100, top: 50, right: 101, bottom: 51, area: 4 },
    ]);
  });

  it('hold together over corners, not over a gap', () => {
    expect(regionsOf(maskOf([10, 10, 2, 2], [12, 12, 2, 2]), 1)).toHaveLength(1);
    expect(regionsOf(maskOf([10, 10, 2, 2], [13, 10, 2, 2]), 1)).toHaveLength(2);
  });

  it('do not go on from the end of a row at the start of the next', () => {
    expect(regionsOf(maskOf([319, 50, 1, 1], [0, 51, 1, 1], [0, 50, 1, 1]), 1)).toHaveLength(2);
  });

  it('below the least area are left out, without harm to those after them', () => {
    const regions = regionsOf(maskOf([10, 10, 2, 2], [50, 50, 3, 3]), 5);
    expect(regions.map(({ left, pixels }) => [left, pixels.length])).toEqual([[50, 9]]);
  });

  it('may be the whole picture', () => {
    const [whole] = regionsOf(new Uint8Array(PIXELS).fill(1), 1);
    expect(whole?.pixels.length).toBe(PIXELS);
    expect(whole).toMatchObject({ left: 0, top: 0, right: WIDTH - 1, bottom: HEIGHT - 1 });
  });
});
