/** Pictures of light figures in a dark room, for detectors that take light for people: PNG, so that each pixel is known. */

import sharp from 'sharp';

const WIDTH = 640;
const HEIGHT = 360;
/** A person: 8 × 16 px of an input of 160 × 90, and whole cells of its grids. */
const FIGURE = { width: 32, height: 64 };

/** People in the whole picture: apart from each other, at whole cells. */
export const PEOPLE = [
  { x: 96, y: 64 },
  { x: 288, y: 192 },
  { x: 480, y: 96 },
] as const;

/** White on black; with no people an empty room. */
export function lightFigures(
  people: readonly { x: number; y: number }[] = PEOPLE,
): Promise<Buffer> {
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  for (const { x, y } of people) {
    for (let row = y; row < y + FIGURE.height; row += 1) {
      pixels.fill(255, row * WIDTH + x, row * WIDTH + x + FIGURE.width);
    }
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .png()
    .toBuffer();
}
