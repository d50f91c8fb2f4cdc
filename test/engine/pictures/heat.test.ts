/** People without boxes in an annotated picture. */

import sharp from 'sharp';
import { expect, test } from 'vitest';
import { annotatePng } from '../../../engine/pictures/annotate.ts';

const [width, height] = [640, 360];
const background = { r: 128, g: 128, b: 128 };
const picture = await sharp({ create: { width, height, channels: 3, background } })
  .png()
  .toBuffer();
const AT = { x: 160, y: 180 };

/** One person in one cell on the left, and as many on the right. */
function heatOf(crowd: number) {
  const grid = { width: 160, height: 90, values: new Float32Array(160 * 90) };
  grid.values[45 * 160 + 40] = 1;
  for (let nth = 0; nth < crowd; nth += 1) grid.values[45 * 160 + 110 + nth] = 2;
  return grid;
}

/** How much the picture differs from its grey, by channel. */
async function colourAt(crowd: number, { x, y }: typeof AT): Promise<readonly number[]> {
  const png = await annotatePng(picture, { detections: [], count: 1 + crowd, heat: heatOf(crowd) });
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * 3;
  return [...data.subarray(at, at + 3)].map((value) => value - 128);
}

test('a single person is plain to see, also a little beside the cell that holds them', async () => {
  const [red = 0, , blue = 0] = await colourAt(0, AT);
  expect(red - blue).toBeGreaterThan(100);
  const [nearRed = 0, , nearBlue = 0] = await colourAt(0, { x: AT.x + 8, y: AT.y });
  expect(nearRed - nearBlue).toBeGreaterThan(60);
});

test('they are as plain next to a crowd, which is redder', async () => {
  expect(await colourAt(12, AT)).toEqual(await colourAt(0, AT));
  const [, green = 0] = await colourAt(12, AT);
  const [, crowdGreen = 0] = await colourAt(12, { x: 462, y: AT.y });
  expect(crowdGreen).toBeLessThan(green - 60);
});

test('where no one is, nothing is drawn', async () => {
  expect(await colourAt(12, { x: 320, y: 40 })).toEqual([0, 0, 0]);
});
