import { afterEach, describe, expect, test } from 'vitest';
import type { CameraConfig } from '../../../config/config.ts';
import { Counting } from '../../../engine/counting/counting.ts';
import { createCounts } from '../../../engine/counts/layout.ts';
import type { PostedFrame } from '../../../engine/frames/encoded-frame.ts';
import type { SampleTask } from '../../../engine/pool/messages.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';
import { RecordedLog } from '../../support/recorded-log.ts';

/** A camera with a keyframe a second, sampled every ten seconds, and a pool that looks at once. */
function room() {
  const clock = new FakeClock();
  const tasks: SampleTask[] = [];
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const jpeg = { jpeg: new Uint8Array(3), width: 960, height: 540 };
  const pool: ConstructorParameters<typeof Counting>[0]['pool'] = {
    workers: 1,
    laneOf: () => ({ id: 'shared', kind: 'shared', reason: 'shipped', rssBytes: null }),
    retain: () => undefined,
    onStray: () => undefined,
    prepare: async ({ plugin: name }) => ({
      name,
      version: '1.0.0',
      model: null,
      provider: null,
      isWeak: false,
      stateBytes: 0,
      input: { width: 416, height: 416 },
      takesInput: false,
      mostAutoPixels: null,
    }),
    sample: async (task) => {
      tasks.push(task);
      if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
      const sample = { count: 3, atUtcMs: 0, decodeUs: 1000, detectUs: 2000 };
      const frameSize = { width: 1280, height: 720 };
      const outcome = { sample, boxes: [], frameSize, picture: null };
      return { ...outcome, ...(task.pictureWidth !== null && { jpeg }) } as never;
    },
  };
  const counting = new Counting({
    pool,
    clock,
    timers: clock,
    log: new RecordedLog(),
    counts: createCounts({ slots: 8 }),
    gopMs: () => 1000,
    isClassTime: () => true,
    falsePlaces: () => [],
    onSample: () => 0,
    onFault: (_, error) => {
      throw error;
    },
    onRelease: () => undefined,
  });
  const sampling = { classPeriodMs: 10_000, idlePeriodMs: 60_000 };
  const choice = { plugin: 'person', options: {}, fromDir: '.', modelsDir: '.' };
  const spec = (id: string) => ({
    config: { id, url: `scene:${id}`, zones: [], sampling } as unknown as CameraConfig,
    roomCapacity: null,
    choice,
  });
  const posted = new Map<string, number>();
  const numberOf = (id: string) => {
    const number = posted.get(id) ?? 0;
    posted.set(id, number + 1);
    return number;
  };
  const seconds = async (count: number, ids: readonly string[] = ['hall']) => {
    for (let second = 0; second < count; second += 1) {
      for (const id of ids) {
        // As the readers' thread posts them: every tenth is due.
        const isForSample = numberOf(id) % 10 === 0;
        counting.deliver(id, { isForSample, passedOver: 0 } as PostedFrame);
      }
      await settle();
      await clock.advance(1000);
      await settle();
    }
  };
  const hold = (held: boolean) => {
    isHeld = held;
    if (!held) for (const go of waiting.splice(0)) go();
  };
  return { clock, counting, tasks, spec, seconds, hold };
}

let stop: () => Promise<void> = async () => undefined;
afterEach(() => stop());

describe('a camera that someone looks at', () => {
  test('has a picture of each keyframe, at most one a second, and its samples as before', async () => {
    const { counting, tasks, spec, seconds } = room();
    stop = () => counting.stop();
    await counting.apply([spec('hall')]);
    await settle();
    await seconds(20);
    const samples = tasks.length;
    expect(tasks.every(({ pictureWidth }) => pictureWidth === null)).toBe(true);

    counting.looks.lease('hall');
    await seconds(10);
    counting.looks.lease('hall');
    await seconds(10);
    const looked = tasks.slice(samples);
    expect(looked.filter(({ target }) => target !== null)).toHaveLength(2);
    expect(looked.length).toBeGreaterThanOrEqual(18);
    expect(looked.every(({ pictureAs }) => pictureAs === 'jpeg')).toBe(true);
    const { samples: counted, shed, starved, failed } = counting.stats();
    expect({ counted, shed, starved, failed }).toEqual({
      counted: samples + 2,
      shed: 0,
      starved: 0,
      failed: 0,
    });

    await seconds(20);
    const after = tasks.slice(samples + looked.length);
    expect(after.slice(6).every(({ pictureWidth }) => pictureWidth === null)).toBe(true);
  });

  test('gives way to the samples of the others', async () => {
    const { counting, tasks, spec, seconds, hold } = room();
    stop = () => counting.stop();
    await counting.apply([spec('hall'), spec('loft')]);
    await settle();
    await seconds(12, ['hall', 'loft']);
    counting.looks.lease('hall');
    const before = tasks.length;
    // The one worker is busy with a sample of the loft from its next slot on.
    hold(true);
    await seconds(10, ['loft']);
    const held = tasks.length;
    expect(held).toBe(before + 1);
    await seconds(3);
    expect(tasks.length).toBe(held);
    hold(false);
    await seconds(3);
    expect(tasks.length).toBeGreaterThan(held);
  });
});
