/** Charts as their pixels, for tests that look at them. */

import sharp from 'sharp';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** `#rrggbb` at px of the page. */
  at(x: number, y: number): string;
  /** How many pixels of the file within a part of the page have a colour. */
  count(colour: string, part: { left: number; top: number; right: number; bottom: number }): number;
}

/** Decodes a chart. The page is 880 wide. */
export async function pixelsOf(png: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const sharpness = info.width / 880;
  const colourAt = (column: number, row: number): string => {
    const from = (row * info.width + column) * 3;
    return `#${data.subarray(from, from + 3).toString('hex')}`;
  };
  return {
    width: info.width,
    height: info.height,
    at: (x, y) => colourAt(Math.round(x * sharpness), Math.round(y * sharpness)),
    count: (colour, { left, top, right, bottom }) => {
      const [red, green, blue] = [1, 3, 5].map((at) =>
        Number.parseInt(colour.slice(at, at + 2), 16),
      );
      let found = 0;
      for (let row = Math.round(top * sharpness); row < bottom * sharpness; row += 1) {
        for (let column = Math.round(left * sharpness); column < right * sharpness; column += 1) {
          const at = (row * info.width + column) * 3;
          if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) found += 1;
        }
      }
      return found;
    },
  };
}
