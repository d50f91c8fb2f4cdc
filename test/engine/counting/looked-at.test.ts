import { expect, test } from 'vitest';
import type { SampleTask } from '../../../engine/pool/messages.ts';
import { choiceOf } from '../pool/pool.fixture.ts';
import { countingRoom } from './counting.fixture.ts';

/** A camera with a keyframe a second, sampled every ten seconds, and a pool that looks at once. */
function room() {
  const tasks: SampleTask[] = [];
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const jpeg = { jpeg: new Uint8Array(3), width: 960, height: 540 };
  const { counting, apply, deliver, pass } = countingRoom({
    classPeriodMs: 10_000,
    look: async (task) => {
      tasks.push(task);
      if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
      const sample = { count: 3, atUtcMs: 0, decodeUs: 1000, detectUs: 2000 };
      const frameSize = { width: 1280, height: 720 };
      return { sample, frameSize, picture: task.pictureWidth === null ? null : jpeg };
    },
  });
  const posted = new Map<string, number>();
  const seconds = async (count: number, ids: readonly string[] = ['hall']) => {
    for (let second = 0; second < count; second += 1) {
      for (const id of ids) {
        // As the readers' thread posts them: every tenth is due.
        const number = posted.get(id) ?? 0;
        posted.set(id, number + 1);
        deliver(id, number % 10 === 0);
      }
      await pass(1000);
    }
  };
  const hold = (held: boolean) => {
    isHeld = held;
    if (!held) for (const go of waiting.splice(0)) go();
  };
  const open = (cameras: Readonly<Record<string, null>>) => apply(choiceOf('person'), cameras);
  return { counting, tasks, open, seconds, hold };
}

test('a camera that someone looks at has a picture of each keyframe, at most one a second, and its samples as before', async () => {
  const { counting, tasks, open, seconds } = room();
  await open({ hall: null });
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
  const lost = { shed: 0, starved: 0, failed: 0 };
  expect(counting.stats()).toMatchObject({ samples: samples + 2, ...lost });

  await seconds(20);
  const after = tasks.slice(samples + looked.length);
  expect(after.slice(6).every(({ pictureWidth }) => pictureWidth === null)).toBe(true);
});

test('a camera that someone looks at gives way to the samples of the others', async () => {
  const { counting, tasks, open, seconds, hold } = room();
  await open({ hall: null, loft: null });
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
