import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { PixelsWanted } from '../../../detectors/picture.ts';
import { readRecording } from '../../../engine/cameras/file.ts';
import { frameSource } from '../../../engine/cameras/source.ts';
import { FrameDecoder } from '../../../engine/frames/decoder.ts';
import { isTurnoutError } from '../../../errors.ts';
import { clip } from '../../support/clips.ts';
import { suiteFolder } from '../../support/folder.ts';
import { keyframesOf } from '../../support/keyframes.ts';
import { sourceOptions } from '../../support/opened-source.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const folder = suiteFolder();

const MP4 = { codec: 'h264', container: 'mp4' } as const;
const MPEG4 = { codec: 'mpeg4', container: 'avi' } as const;
const PLAYLIST = '#EXTM3U\n#EXTINF:9,\n/etc/passwd\n';
/** Its table of contents stands at its end. */
const wholeMp4 = () => readFileSync(clip(MP4));

const recording = (url: string, pace: 'own' | 'fast') =>
  frameSource(readRecording, sourceOptions({ url, pace }));

function written(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

it.each([
  // 25 a second is what libav takes a bare stream for that does not say.
  ['of a stream without times', { codec: 'h264', container: 'h264' }, 200],
  ['without B-frames', MP4, 500],
  ['with B-frames, whose keyframes are stored before they are shown', { ...MP4, bFrames: 2 }, 500],
] as const)(
  'a file source gives each keyframe once, when it is shown, %s',
  async (_, kind, gopMs) => {
    const frames = await keyframesOf(clip(kind));
    expect(frames.map(({ mediaMs }) => mediaMs)).toEqual([0, 1, 2, 3].map((at) => at * gopMs));
  },
);

it('a file source waits for the taker of each frame when it is to be fast', async () => {
  let taking = 0;
  let most = 0;
  await recording(clip(MP4), 'fast').run(new AbortController().signal, async () => {
    taking += 1;
    most = Math.max(most, taking);
    await new Promise(setImmediate);
    taking -= 1;
  });
  expect(most).toBe(1);
});

it('a file source gives frames at their own times when it stands for a camera', async () => {
  const stopping = new AbortController();
  const times: number[] = [];
  await recording(clip(MP4), 'own').run(stopping.signal, () => {
    times.push(performance.now());
    if (times.length === 2) stopping.abort();
  });
  // The second keyframe is half a second into the clip; a timer may be a millisecond early.
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(480);
});

it.each([
  ['camera_not_found', 'that does not exist', () => join(folder, 'nothing.mp4')],
  ['camera_not_video', 'that is a folder', () => folder],
  ['camera_not_video', 'that is empty', () => written('empty.mp4', '')],
  ['camera_not_video', 'that is a web page', () => written('page.mp4', '<html>'.repeat(999))],
  ['camera_not_video', 'that is a playlist', () => written('a.m3u8', PLAYLIST)],
  ['camera_not_video', 'cut off early', () => written('cut.mp4', wholeMp4().subarray(0, 1_400))],
  ['camera_codec_unsupported', 'in a codec nobody has', () => clip(MPEG4)],
] as const)('a file source refuses with %s a file %s', async (code, _, path) => {
  const url = path();
  const fault = await keyframesOf(url).catch((error: unknown) => error);
  expect(fault).toMatchObject({ code });
  expect(String(fault)).not.toContain(url);
  if (code === 'camera_not_video') expect(String(fault)).toContain('give a recording');
});

it('a file source goes on through a change of resolution, each keyframe with its own parameter sets', async () => {
  const ts = { codec: 'h264', container: 'ts' } as const;
  const parts = [{}, { width: 160, height: 128 }].map((size) =>
    readFileSync(clip({ ...ts, ...size })),
  );
  const frames = await keyframesOf(written('change.ts', Buffer.concat(parts)));
  const decoder = new FrameDecoder();
  const whole: PixelsWanted = { size: (size) => size, isGrey: true };
  const widths = new Set<number>();
  // One after the other: the first one has to be done before there is one decoder.
  for (const frame of frames) widths.add((await decoder.decode(frame, whole)).picture.width);
  expect([...widths]).toEqual([320, 160]);
});

it.each([
  ['h264', 'mp4'],
  ['hevc', 'mkv'],
  ['jpeg', 'avi'],
] as const)('a file source survives flipped bits: %s in %s', async (codec, container) => {
  const whole = readFileSync(clip({ codec, container }));
  const random = seededRandom(7);
  for (let round = 0; round < 40; round += 1) {
    const damaged = Buffer.from(whole);
    for (let flip = 0; flip <= round; flip += 1) {
      const at = Math.floor(random() * damaged.length);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    }
    const path = written(`damaged.${container}`, damaged);
    const outcome = await keyframesOf(path).catch((error: unknown) => error);
    // Frames, or a coded error; never a crash, a hang or a foreign error.
    expect(Array.isArray(outcome) || isTurnoutError(outcome)).toBe(true);
  }
});
