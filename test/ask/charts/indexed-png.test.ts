/** Written PNG files are those of the pixels, as an independent reader decodes them. */

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { indexedPng } from '../../../ask/charts/indexed-png.ts';

async function decoded(colours: readonly number[][], width: number) {
  const data = Uint8ClampedArray.from(colours.flat());
  const png = await indexedPng({ data, width, height: colours.length / width });
  return sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
}

describe('a PNG with a palette', () => {
  it('has the size and the exact colours of a flat drawing, in their order', async () => {
    const colours = [
      [255, 0, 0, 255],
      [250, 251, 252, 255],
      [1, 2, 3, 255],
      [0, 0, 0, 0],
      [0, 200, 0, 255],
      [0, 0, 100, 128],
    ];
    const { data, info } = await decoded(colours, 3);
    expect([info.width, info.height]).toEqual([3, 2]);
    expect([...data]).toEqual(colours.flat());
  });

  it('keeps flat colours exactly among thousands, and the others nearly', async () => {
    const many = Array.from({ length: 4096 }, (_, index) => [
      (index * 16) % 256,
      Math.floor(index / 16) % 256,
      (index * 53) % 256,
      255,
    ]);
    const flat = Array.from({ length: 4096 }, (_, index) =>
      index < 2048 ? [251, 250, 247, 255] : [228, 227, 222, 255],
    );
    const colours = [...flat, ...many];
    const { data } = await decoded(colours, 64);
    expect([...data.subarray(0, 4096 * 4)]).toEqual(flat.flat());
    const away = colours.flat().map((part, index) => Math.abs(part - (data[index] ?? 0)));
    expect(away.reduce((sum, part) => sum + part, 0) / away.length).toBeLessThan(32);
  });
});
