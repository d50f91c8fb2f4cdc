import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Pixels, PixelsWanted } from '../../../detectors/picture.ts';
import { FrameDecoder } from '../../../engine/frames/decoder.ts';
import { type ClipOptions, clip } from '../../support/clips.ts';
import { jpegFrame } from '../../support/jpegs.ts';
import { keyframesOf } from '../../support/keyframes.ts';

const SMALL: PixelsWanted = { isGrey: false, size: () => ({ width: 160, height: 120 }) };
const GREY: PixelsWanted = { ...SMALL, isGrey: true };

const decoder = new FrameDecoder();

/** Mean of the bytes in a square of the small picture: the clips show grey 90 with a square of 220 walking over it. */
function meanAt({ bytes, width }: Pixels, left: number, top: number): number {
  const channels = bytes.length / (width * 120);
  let sum = 0;
  for (let y = top; y < top + 8; y += 1) {
    for (let x = left * channels; x < (left + 8) * channels; x += 1) {
      sum += bytes[y * width * channels + x] ?? 0;
    }
  }
  return sum / (64 * channels);
}

const VIDEOS: [string, ClipOptions][] = [
  ['H.264', { codec: 'h264', container: 'mp4' }],
  ['H.264 with B-frames', { codec: 'h264', container: 'mp4', bFrames: 2, frames: 30 }],
  ['H.265', { codec: 'hevc', container: 'mp4' }],
  ['MJPEG', { codec: 'jpeg', container: 'avi' }],
];

test.each(VIDEOS)('a keyframe of %s is the picture that was filmed, scaled', async (_, options) => {
  const [frame] = await keyframesOf(clip(options));
  const pixels = await decoder.decode(frame!, SMALL);
  expect(pixels).toMatchObject({ width: 160, height: 120, picture: { width: 320, height: 240 } });
  expect(pixels.bytes).toHaveLength(160 * 120 * 3);
  // Limited range 90 and 220 are 86 and 238 in full range (ITU-R BT.601); MJPEG is full range.
  const [ground, square] = options.codec === 'jpeg' ? [90, 220] : [86, 238];
  expect(Math.abs(meanAt(pixels, 100, 100) - ground)).toBeLessThan(4);
  expect(Math.abs(meanAt(pixels, 6, 26) - square)).toBeLessThan(6);
  const grey = await decoder.decode(frame!, GREY);
  expect(grey.bytes).toHaveLength(160 * 120);
  expect(meanAt(grey, 6, 26)).toBeGreaterThan(meanAt(grey, 100, 100) + 100);
});

const red = () =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: '#c80000' } });

test('a JPEG may be progressive, grey or CMYK', async () => {
  const pictures = [
    red().jpeg({ progressive: true }),
    red().greyscale().jpeg(),
    red().toColourspace('cmyk').jpeg(),
  ];
  for (const picture of pictures) {
    const pixels = await decoder.decode(jpegFrame(await picture.toBuffer()), SMALL);
    expect(pixels.bytes).toHaveLength(160 * 120 * 3);
  }
});

test('a JPEG keeps red red and blue blue', async () => {
  const { bytes } = await decoder.decode(jpegFrame(await red().jpeg().toBuffer()), SMALL);
  expect(bytes[0]).toBeGreaterThan(190);
  expect(bytes[2]).toBeLessThan(10);
});

test('a JPEG whose header claims a monstrous size is refused before anything is decoded', async () => {
  const data = await red().jpeg().toBuffer();
  const header = data.indexOf(Buffer.from([0xff, 0xc0]));
  data.writeUInt16BE(30_000, header + 5);
  data.writeUInt16BE(30_000, header + 7);
  const decoding = decoder.decode(jpegFrame(data), SMALL);
  await expect(decoding).rejects.toMatchObject({ code: 'frame_too_large' });
});

test('a JPEG that is a WebP, HTML or nothing is undecodable', async () => {
  const others = [await red().webp().toBuffer(), Buffer.from('<html></html>'), Buffer.alloc(0)];
  for (const data of others) {
    const decoding = decoder.decode(jpegFrame(data), SMALL);
    await expect(decoding).rejects.toMatchObject({ code: 'frame_undecodable' });
  }
});
