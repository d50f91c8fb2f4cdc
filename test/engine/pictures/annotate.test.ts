/** Annotated pictures: what was seen is drawn, at any size, on any ground. */

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type Annotation, annotatePng } from '../../../engine/pictures/annotate.ts';

const annotation: Annotation = {
  detections: [
    { box: [20, 40, 60, 120], score: 0.91, verdict: 'counted' },
    { box: [100, 40, 140, 120], score: 0.4, verdict: 'ignored' },
    { box: [-30, 150, 20, 400], score: 0.8, verdict: 'staff' },
  ],
  zones: [
    {
      name: 'floor',
      kind: 'count',
      polygon: [
        [0.05, 0.1],
        [0.9, 0.1],
        [0.9, 0.95],
      ],
    },
  ],
  count: 1,
  title: 'hall',
};

const plain = (value: number, width = 320, height = 180) => ({
  rgb: new Uint8Array(width * height * 3).fill(value),
  width,
  height,
});

async function pixelsOf(png: Buffer) {
  return sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

describe('an annotated picture', () => {
  it.each([0, 128, 255])('shows boxes on a ground of brightness %i', async (ground) => {
    const { data, info } = await pixelsOf(await annotatePng(plain(ground), annotation));
    expect([info.width, info.height]).toEqual([320, 180]);
    const values = [57, 58, 59, 60, 61, 62, 63].map((x) => data[(80 * 320 + x) * 3 + 1] ?? 0);
    expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(90);
    expect(data[(100 * 320 + 310) * 3]).toBe(ground);
  });

  it('takes JPEG and PNG files and keeps their size', async () => {
    const jpeg = await sharp(Buffer.from(plain(90, 200, 100).rgb), {
      raw: { width: 200, height: 100, channels: 3 },
    })
      .jpeg()
      .toBuffer();
    const first = await annotatePng({ encoded: jpeg }, annotation);
    const again = await annotatePng({ encoded: first }, { detections: [], count: null });
    expect((await pixelsOf(again)).info).toMatchObject({ width: 200, height: 100 });
  });

  it('shows that a count is unknown', async () => {
    const unknown = await annotatePng(plain(0), { detections: [], count: null });
    const none = await annotatePng(plain(0), { detections: [], count: 0 });
    expect(unknown.equals(none)).toBe(false);
  });
});
