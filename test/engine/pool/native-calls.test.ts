/**
 * A worker that is ended while onnxruntime or libav works in it must not take the process along: where one does, the whole
 * run of the tests fails with "Worker exited unexpectedly".
 */

import { describe, expect, test } from 'vitest';
import type { DetectorChoice, SampleTask } from '../../../engine/pool/messages.ts';
import { createPool, type Pool } from '../../../engine/pool/pool.ts';
import { isTurnoutError } from '../../../errors.ts';
import { delay } from '../../../runtime/timers.ts';
import { clip } from '../../support/clips.ts';
import { greyFrame } from '../../support/jpegs.ts';
import { keyframesOf } from '../../support/keyframes.ts';
import { pluginChoice } from '../../support/plugins/index.ts';
import { until } from '../../support/until.ts';

const person: DetectorChoice = { ...pluginChoice('calling'), plugin: 'person' };
const calling = pluginChoice('calling');

const startPool = (taskTimeoutMs: number): Pool =>
  createPool({ workers: 1, taskTimeoutMs, heapBytes: 64 * 2 ** 20, counts: null });

const taskOf = async (changes: Partial<SampleTask>): Promise<SampleTask> => ({
  detector: calling,
  frame: await greyFrame(100),
  zones: [],
  state: null,
  flags: 0,
  target: null,
  pictureWidth: null,
  ...changes,
});

const codeOf = (sample: Promise<unknown>): Promise<unknown> =>
  sample.then(
    () => 'counted',
    (error: unknown) => (isTurnoutError(error) ? error.code : error),
  );

describe('a native call', () => {
  test('is let come back when the time is up, and nothing follows it', async () => {
    const pool = startPool(1_500);
    await pool.prepare(calling);
    const state = new SharedArrayBuffer(8);
    expect(await codeOf(pool.sample(await taskOf({ state })))).toBe('detector_timeout');
    expect(new Int32Array(state)[0]).toBe(2);
    await pool.prepare(calling);
    await pool.close();
  });

  test('is let come back when the pool is closed', async () => {
    const pool = startPool(15_000);
    const state = new SharedArrayBuffer(8);
    const words = new Int32Array(state);
    const sampled = codeOf(pool.sample(await taskOf({ state })));
    await until(() => words[0] === 1);
    const waiting = codeOf(pool.sample(await taskOf({})));
    const closed = pool.close();
    Atomics.store(words, 1, 1);
    Atomics.notify(words, 1);
    await closed;
    expect(words[0]).toBe(2);
    expect(await sampled).toBe('detector_failed');
    expect(await waiting).toBe('detector_failed');
  });
});

describe('ending a worker costs its sample and nothing else', () => {
  test.each([1, 2, 5, 10, 20, 40])(
    'a limit of %i ms, in real decoding and counting',
    {
      timeout: 60_000,
    },
    async (limitMs) => {
      const frames = await keyframesOf(clip({ codec: 'h264', container: 'mp4' }));
      const pool = startPool(limitMs);
      for (const frame of frames.slice(0, 3)) {
        await pool.prepare(person);
        const code = await codeOf(pool.sample(await taskOf({ detector: person, frame })));
        expect(['counted', 'detector_timeout']).toContain(code);
      }
      await pool.close();
    },
  );

  test.each([0, 20, 40, 80, 160])(
    'closing the pool %i ms after a model was asked for',
    async (ms) => {
      const pool = startPool(15_000);
      // The worker is up, so that the moments fall into loading onnxruntime, loading the model and its first run.
      await pool.prepare(calling);
      const prepared = codeOf(pool.prepare(person));
      await delay(ms);
      await pool.close();
      expect(['counted', 'detector_failed']).toContain(await prepared);
    },
  );
});
