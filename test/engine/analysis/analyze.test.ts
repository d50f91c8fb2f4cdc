import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { type AnalysisOptions, analyze } from '../../../engine/analysis/analyze.ts';
import {
  type DeliverFrame,
  type FrameSource,
  NOTHING_READ,
  type StreamOpened,
} from '../../../engine/cameras/source.ts';
import type { EncodedFrame } from '../../../engine/frames/decoder.ts';
import { greyFrame } from '../../support/jpegs.ts';
import { pluginChoice } from '../../support/plugins/index.ts';
import { startPool } from '../pool/pool.fixture.ts';

const STREAM = { codec: 'jpeg', width: 320, height: 180, fps: 1, durationMs: 8000 } as const;

/** A recording with a keyframe every second; a live stream goes on without one. */
function recordingOf(frames: readonly EncodedFrame[], isLive = false) {
  const source = {
    hasRun: false,
    totals: () => NOTHING_READ,
    run: async (signal: AbortSignal, deliver: DeliverFrame, opened?: StreamOpened) => {
      source.hasRun = true;
      opened?.({ ...STREAM, durationMs: isLive ? null : STREAM.durationMs });
      for (const frame of frames) {
        if (signal.aborted) return;
        await deliver({ ...frame, data: frame.data.slice() });
      }
      if (isLive && !signal.aborted) await once(signal, 'abort');
    },
  };
  return source;
}

/** Pictures whose brightness a test can foretell: 20 steps a person. */
const framesOf = (people: readonly number[]): Promise<EncodedFrame[]> =>
  Promise.all(
    people.map(async (count, at) => ({
      ...(await greyFrame(count * 20)),
      mediaMs: 5000 + at * 1000,
    })),
  );

const pool = startPool({ workers: 2 });
afterAll(() => pool.close());

const run = (source: FrameSource, changes: Partial<AnalysisOptions> = {}) =>
  analyze({
    source,
    pool,
    detector: pluginChoice('brightness'),
    capacity: null,
    zones: [],
    everyMs: 1000,
    durationMs: null,
    pictureWidth: null,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...changes,
  });

test('a recording gives one count for each keyframe, in order, and an estimate', async () => {
  const people = [1, 2, 3, 4, 4, 4, 4, 3, 4, 4];
  const source = recordingOf(await framesOf(people));
  const analysis = await run(source);
  expect(analysis.samples).toEqual(people.map((count, at) => ({ tMs: at * 1000, count })));
  // Of four in a small picture one more may be there.
  expect(analysis.estimate).toMatchObject({ people: 4, high: 5, samples: 10 });
  expect(analysis.frameSize).toEqual({ width: 320, height: 180 });
  expect(source.hasRun).toBe(true);
});

test('a recording is sampled as often as asked, at the first keyframe that is due', async () => {
  const source = recordingOf(await framesOf([1, 2, 3, 4, 5, 6]));
  const { samples } = await run(source, { everyMs: 2500 });
  const due = [0, 3, 5].map((second) => ({ tMs: second * 1000, count: second + 1 }));
  expect(samples).toEqual(due);
});

test('a recording is looked at by the capacity of the room where the detector takes any size', async () => {
  const choice = { detector: pluginChoice('sizable'), capacity: 8 };
  const { detector, samples } = await run(recordingOf(await framesOf([1, 2, 3])), choice);
  expect(detector.input).toMatchObject({ width: 640, height: 384 });
  expect(samples.map(({ count }) => count)).toEqual([6, 6, 6]);
});

test('a recording gives the picture with the most people and its boxes', async () => {
  const { picture } = await run(recordingOf(await framesOf([1, 5, 2])), { pictureWidth: 160 });
  expect(picture).toMatchObject({ tMs: 1000, count: 5, width: 160, height: 90 });
  expect(picture?.boxes).toHaveLength(5);
});

test('a recording with a broken picture is counted without it, and says so', async () => {
  const frames = await framesOf([2, 2, 2]);
  const broken = { ...frames[1]!, data: new Uint8Array(100) };
  const { samples, cost } = await run(recordingOf([frames[0]!, broken, frames[2]!]));
  expect(samples.map(({ tMs }) => tMs)).toEqual([0, 2000]);
  expect(cost.failures).toEqual({ frame_undecodable: 1 });
});

test('a recording shorter than the warm-up of the detector gives a picture all the same', async () => {
  const { picture, estimate } = await run(recordingOf(await framesOf([1, 1])), {
    detector: pluginChoice('remembering'),
    pictureWidth: 100,
  });
  expect(picture).toMatchObject({ tMs: 0, count: null, width: 100 });
  expect(estimate.people).toBeNull();
});

test('a recording is given up when its detector fails five times in a row, with the reason', async () => {
  const source = recordingOf(await framesOf(Array<number>(30).fill(3)));
  const detector = pluginChoice('faulty', { misdeed: 'throw' });
  const reached: number[] = [];
  const running = run(source, { detector, onProgress: (ms) => void reached.push(ms) });
  await expect(running).rejects.toMatchObject({ code: 'detector_failed' });
  expect(Math.max(...reached)).toBeLessThan(10_000);
});

test('a recording is not opened where no detector starts', async () => {
  const source = recordingOf(await framesOf([1]));
  const stopped = startPool();
  await stopped.close();
  await expect(run(source, { pool: stopped })).rejects.toThrow();
  expect(source.hasRun).toBe(false);
});

test('a live stream ends after the time given even when no keyframe comes any more', async () => {
  const source = recordingOf(await framesOf([3, 3]), true);
  const { samples } = await run(source, { durationMs: 200 });
  expect(samples.length).toBeGreaterThan(0);
});

test('a live stream ends when it is told to, with what was counted until then', async () => {
  const interrupt = new AbortController();
  const source = recordingOf(await framesOf([3, 3]), true);
  let seen = 0;
  const { samples } = await run(source, {
    signal: interrupt.signal,
    onProgress: () => {
      seen += 1;
      if (seen === 2) interrupt.abort();
    },
  });
  expect(samples).toHaveLength(2);
});
