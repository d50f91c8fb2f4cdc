import { AV_LOG_ERROR, AV_LOG_QUIET } from 'node-av/constants';
import { Frame, Log } from 'node-av/lib';
import { afterEach, expect, test, vi } from 'vitest';
import { VideoDecoder } from '../../../engine/frames/video-decoder.ts';
import { clip } from '../../support/clips.ts';
import { keyframesOf } from '../../support/keyframes.ts';

afterEach(() => vi.restoreAllMocks());

const wanted = (width: number) => ({ isGrey: false, size: () => ({ width, height: 120 }) });
const keyframes = () => keyframesOf(clip({ codec: 'h264', container: 'mp4', frames: 30 }));

test('pictures of one size are scaled into the same memory of libav, broken ones between them', async () => {
  const frames = await keyframes();
  const made = vi.spyOn(Frame.prototype, 'getBuffer');
  const decoder = new VideoDecoder();
  for (let round = 0; round < 5; round += 1) {
    for (const { data } of frames) {
      decoder.pixels('h264', data, wanted(160));
      expect(() => decoder.pixels('h264', data.slice(0, 60), wanted(160))).toThrow();
    }
  }
  expect(made).toHaveBeenCalledTimes(1);
});

test('a picture is its own: the next one does not change it', async () => {
  const [first, second] = await keyframes();
  const decoder = new VideoDecoder();
  const { bytes } = decoder.pixels('h264', first!.data, wanted(160));
  const before = Uint8Array.from(bytes);
  const next = decoder.pixels('h264', second!.data, wanted(160));
  expect(next.bytes).not.toEqual(before);
  expect(Uint8Array.from(bytes)).toEqual(before);
});

test('whatever sizes are wanted, four frames of libav are kept beside the one that is decoded into', async () => {
  const [frame] = await keyframes();
  const made = vi.spyOn(Frame.prototype, 'alloc');
  const freed = vi.spyOn(Frame.prototype, 'free');
  const decoder = new VideoDecoder();
  for (let width = 32; width <= 320; width += 32) {
    expect(decoder.pixels('h264', frame!.data, wanted(width)).width).toBe(width);
  }
  expect(made.mock.calls.length - freed.mock.calls.length).toBe(5);
});

test('libav writes nothing of its own to stderr, where no input has quietened it either', () => {
  Log.setLevel(AV_LOG_ERROR);
  new VideoDecoder();
  expect(Log.getLevel()).toBe(AV_LOG_QUIET);
});
