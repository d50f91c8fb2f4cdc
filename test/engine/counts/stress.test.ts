/** The counts store under real threads. */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { type CountsBuffer, createCounts } from '../../../engine/counts/layout.ts';
import { openReader } from '../../../engine/counts/reader.ts';
import { openSlots, openWriter } from '../../../engine/counts/writer.ts';
import { compiledFile } from '../../support/compiled.ts';
import { derivedSample, isWhole } from './derived-sample.fixture.ts';
import type { StressTask } from './stress-worker.fixture.ts';

const WORKER = compiledFile(new URL('./stress-worker.fixture.ts', import.meta.url));

/** Threads over one store, which wait until `phase` is 1. */
function threads(buffer: CountsBuffer) {
  const phase = new Int32Array(new SharedArrayBuffer(4));
  const start = async (work: StressTask['work']) => {
    const workerData: StressTask = { buffer, phase, work };
    const worker = new Worker(WORKER, { workerData });
    onTestFinished(async () => void (await worker.terminate()));
    await once(worker, 'message');
    return worker;
  };
  return { phase, start };
}

// A ring of two is overwritten all the time: without the second look at the sequence this fails at once.
it('readers never see a mixture of two samples', async () => {
  const sum = { reads: 0, torn: 0, busy: 0, changes: 0 };
  // Four threads on two busy cores may hardly meet: batches go on until readers saw enough samples change.
  for (let batch = 0; batch < 20 && sum.changes < 1_000; batch += 1) {
    const buffer = createCounts({ slots: 2, ring: 2 });
    const { phase, start } = threads(buffer);
    for (const slot of [0, 1]) {
      const generation = openSlots(buffer).claim(slot);
      openWriter(buffer).write(slot, generation, derivedSample(0));
      await start({ slot, generation });
    }
    const readers = [await start(600_000), await start(600_000)];
    const results = readers.map((reader) => once(reader, 'message'));
    Atomics.store(phase, 0, 1);
    Atomics.notify(phase, 0);
    for (const [result] of await Promise.all(results)) {
      for (const name of ['reads', 'torn', 'busy', 'changes'] as const) sum[name] += result[name];
    }
    Atomics.store(phase, 0, 2);
  }
  expect(sum.torn).toBe(0);
  expect(sum.busy).toBeLessThan(sum.reads / 100);
  expect(sum.changes).toBeGreaterThanOrEqual(1_000);
});

it('a store survives writers that are killed at any moment', async () => {
  const buffer = createCounts({ slots: 1, ring: 4 });
  const { phase, start } = threads(buffer);
  const generation = openSlots(buffer).claim(0);
  const reader = openReader(buffer);
  Atomics.store(phase, 0, 1);
  for (let killed = 0; killed < 8; killed += 1) {
    const before = reader.since(0, null).cursor;
    const worker = await start({ slot: 0, generation });
    while (reader.since(0, null).cursor === before) await new Promise(setImmediate);
    await worker.terminate();
    const last = reader.latest(0);
    expect(last !== null && isWhole(last)).toBe(true);
    expect(openWriter(buffer).write(0, generation, derivedSample(killed))).toBe(true);
    expect(reader.latest(0)).toEqual(derivedSample(killed));
  }
});
