/** Pictures of light figures in a dark room, for detectors that take light for people: PNG, so that each pixel is known. */

import sharp from 'sharp';

/** People in the whole picture: apart from each other, at whole cells of an input of 160 × 90. */
export const PEOPLE = [
  { left: 96, top: 64 },
  { left: 288, top: 192 },
  { left: 480, top: 96 },
];

/** White on black. */
export function lightFigures(): Promise<Buffer> {
  const of = (width: number, height: number, background: string) => ({
    create: { width, height, channels: 3 as const, background },
  });
  const figures = PEOPLE.map((place) => ({ input: of(32, 64, 'white'), ...place }));
  return sharp(of(640, 360, 'black'))
    .composite(figures)
    .png()
    .toBuffer();
}
