/** Annotated pictures: what was seen is drawn, at any size, on any ground. */

import sharp from 'sharp';
import { expect, it } from 'vitest';
import { type Annotation, annotatePng } from '../../../engine/pictures/annotate.ts';
import { rect } from '../../support/rect.ts';

type Box = Annotation['detections'][number]['box'];

const ratios = ([x1, y1, x2, y2]: Box, width = 640, height = 360): Box => {
  return [x1 / width, y1 / height, x2 / width, y2 / height];
};

const annotation: Annotation = {
  detections: [
    { box: ratios([20, 40, 60, 120], 320, 180), score: 0.91, verdict: 'counted' },
    { box: ratios([100, 40, 140, 120], 320, 180), score: 0.4, verdict: 'ignored' },
    { box: ratios([-30, 150, 20, 400], 320, 180), score: 0.8, verdict: 'staff' },
  ],
  zones: [{ name: 'floor', kind: 'count', polygon: rect(0.05, 0.1, 0.9, 0.95) }],
  count: 1,
  title: 'hall',
};

const plain = (grey: number, width = 320, height = 180) =>
  sharp({ create: { width, height, channels: 3, background: { r: grey, g: grey, b: grey } } })
    .png()
    .toBuffer();

async function pixelsOf(png: Buffer) {
  return sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

/** The pixels that a score changes: those of a picture with 91 % and with 22 %. */
async function changedBy(box: Box, zones: NonNullable<Annotation['zones']> = []) {
  const draw = async (score: number) => {
    const detections = [{ box: ratios(box), score, verdict: 'counted' as const }];
    const about = { detections, zones, count: 5 };
    return (await pixelsOf(await annotatePng(await plain(120, 640, 360), about))).data;
  };
  const [one, other] = [await draw(0.91), await draw(0.22)];
  const pixels = Array.from({ length: one.length / 3 }, (_, at) => at);
  return pixels.filter((at) => Math.abs((one[at * 3 + 1] ?? 0) - (other[at * 3 + 1] ?? 0)) > 60);
}

it.each([0, 128, 255])('an annotated picture shows boxes on a brightness of %i', async (ground) => {
  const { data, info } = await pixelsOf(await annotatePng(await plain(ground), annotation));
  expect([info.width, info.height]).toEqual([320, 180]);
  const values = [57, 58, 59, 60, 61, 62, 63].map((x) => data[(80 * 320 + x) * 3 + 1] ?? 0);
  expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(90);
  expect(data[(100 * 320 + 310) * 3]).toBe(ground);
});

it('an annotated picture shows that a count is unknown', async () => {
  const unknown = await annotatePng(await plain(0), { detections: [], count: null });
  const none = await annotatePng(await plain(0), { detections: [], count: 0 });
  expect(unknown.equals(none)).toBe(false);
});

it.each([
  ['at the top edge of the picture', [30, 0, 130, 150]],
  ['just under the title', [30, 34, 130, 150]],
  ['right of the title, at the top edge', [500, 0, 600, 150]],
  ['beyond the top edge', [500, -60, 600, 150]],
] as const)('an annotated picture shows the score of a box %s inside the box', async (_, box) => {
  const changed = await changedBy(box);
  const [left, right] = [box[0] + 2, box[2] - 2];
  expect(changed.length).toBeGreaterThan(10);
  expect(changed.filter((at) => at % 640 <= left || at % 640 >= right)).toEqual([]);
  // The title reaches down to 31 px, over boxes on the left.
  const lowestTop = left < 300 ? 31 : Math.max(0, box[1]);
  expect(Math.min(...changed) / 640).toBeGreaterThanOrEqual(lowestTop);
});

it('an annotated picture hides no score behind the name of a zone', async () => {
  const zone = { name: 'the whole floor', kind: 'count', polygon: rect(0, 0, 1, 1) } as const;
  const [first = 0] = await changedBy([5, 0, 130, 150], [zone]);
  // The title ends at 31 px and the name under it at 48 px.
  expect(first / 640).toBeGreaterThanOrEqual(47);
});

const AT = { x: 160, y: 180 };

/** How much the picture differs from its grey, by channel: one person in one cell on the left, a crowd on the right. */
async function colourAt(crowd: number, { x, y }: typeof AT): Promise<readonly number[]> {
  const heat = { width: 160, height: 90, values: new Float32Array(160 * 90) };
  heat.values[45 * 160 + 40] = 1;
  heat.values.fill(2, 45 * 160 + 110, 45 * 160 + 110 + crowd);
  const about = { detections: [], count: 1 + crowd, heat };
  const { data } = await pixelsOf(await annotatePng(await plain(128, 640, 360), about));
  const at = (y * 640 + x) * 3;
  return [...data.subarray(at, at + 3)].map((value) => value - 128);
}

it('people without boxes: a single person is plain to see, also a little beside the cell that holds them', async () => {
  const [red = 0, , blue = 0] = await colourAt(0, AT);
  expect(red - blue).toBeGreaterThan(100);
  const [nearRed = 0, , nearBlue = 0] = await colourAt(0, { x: AT.x + 8, y: AT.y });
  expect(nearRed - nearBlue).toBeGreaterThan(60);
});

it('people without boxes: they are as plain next to a crowd, which is redder, and where no one is, nothing is drawn', async () => {
  expect(await colourAt(12, AT)).toEqual(await colourAt(0, AT));
  const [, green = 0] = await colourAt(12, AT);
  const [, crowdGreen = 0] = await colourAt(12, { x: 462, y: AT.y });
  expect(crowdGreen).toBeLessThan(green - 60);
  expect(await colourAt(12, { x: 320, y: 40 })).toEqual([0, 0, 0]);
});
