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
  const pixels = painted(new Uint8Array(WIDTH * HEIGHT), people, 255);
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .png()
    .toBuffer();
}

/** The same as a thermal camera sends it: figures of 34 °C in a room of 20 °C, in hundredths of a kelvin. */
export function warmFigures(): Promise<Buffer> {
  const pixels = painted(new Uint16Array(WIDTH * HEIGHT).fill(29_315), PEOPLE, 30_715);
  const image = sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } });
  return image.toColourspace('grey16').png().toBuffer();
}

function painted<T extends Uint8Array | Uint16Array>(
  pixels: T,
  people: readonly { x: number; y: number }[],
  value: number,
): T {
  for (const { x, y } of people) {
    for (let row = y; row < y + FIGURE.height; row += 1) {
      pixels.fill(value, row * WIDTH + x, row * WIDTH + x + FIGURE.width);
    }
  }
  return pixels;
}
