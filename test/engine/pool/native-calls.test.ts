/**
 * A worker that is ended while onnxruntime or libav works in it must not take the process along: where one does, the whole
 * run of the tests fails with "Worker exited unexpectedly".
 */

import { expect, test } from 'vitest';
import type { DetectorChoice } from '../../../engine/pool/messages.ts';
import { isTurnoutError } from '../../../errors.ts';
import { delay } from '../../../runtime/timers.ts';
import { clip } from '../../support/clips.ts';
import { keyframesOf } from '../../support/keyframes.ts';
import { pluginChoice } from '../../support/plugins/index.ts';
import { startPool, taskFor } from './pool.fixture.ts';

const person: DetectorChoice = { ...pluginChoice('brightness'), plugin: 'person' };
const bright = pluginChoice('brightness');

const codeOf = (sample: Promise<unknown>) =>
  sample.then(() => 'counted').catch((error) => (isTurnoutError(error) ? error.code : error));

test.each([2, 10, 40])('ending a worker costs its sample alone, after %i ms', async (limitMs) => {
  const frames = await keyframesOf(clip({ codec: 'h264', container: 'mp4' }));
  const pool = startPool({ taskTimeoutMs: limitMs });
  for (const frame of frames.slice(0, 3)) {
    await pool.prepare(person);
    const code = await codeOf(pool.sample(await taskFor(person, { frame })));
    expect(['counted', 'detector_timeout']).toContain(code);
  }
  await pool.close();
});

test.each([0, 40, 160])('closing a pool costs its sample alone, %i ms after asking', async (ms) => {
  const pool = startPool();
  // The worker is up, so that the moments fall into loading onnxruntime, loading the model and its first run.
  await pool.prepare(bright);
  const prepared = codeOf(pool.prepare(person));
  await delay(ms);
  await pool.close();
  expect(['counted', 'detector_failed']).toContain(await prepared);
});
