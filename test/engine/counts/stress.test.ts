/** The counts store under real threads. */

import { describe, expect, it } from 'vitest';
import { createCounts, createSampleTarget } from '../../../engine/counts/layout.ts';
import { openReader } from '../../../engine/counts/reader.ts';
import { openSlots, openWriter } from '../../../engine/counts/writer.ts';
import { deriveSample, isWhole } from './derived-sample.fixture.ts';
import { runStress, startThread } from './stress.fixture.ts';

describe('counts store with several threads', () => {
  // A ring of two is overwritten all the time: without the second look at the sequence this fails at once.
  it.each([
    { ring: 2, why: 'a ring of two, which the writers lap all the time' },
    { ring: 128, why: 'the ring that is really used' },
  ])('never returns a mixture of two samples from $why', { timeout: 60_000 }, async ({ ring }) => {
    // Four threads on two busy cores may hardly meet: batches go on until readers saw enough samples change.
    let changes = 0;
    for (let batch = 0; batch < 20 && changes < 1_000; batch += 1) {
      const result = await runStress({ ring, readers: 2, readsPerReader: 600_000 });
      expect(result).toMatchObject({ reads: 1_200_000, torn: 0 });
      expect(result.busy).toBeLessThan(result.reads / 100);
      changes += result.changes;
    }
    expect(changes).toBeGreaterThanOrEqual(1_000);
  });

  it('survives writers that are killed at any moment', async () => {
    const buffer = createCounts({ slots: 1, ring: 4 });
    const phase = new Int32Array(new SharedArrayBuffer(4));
    const generation = openSlots(buffer).claim(0);
    const reader = openReader(buffer);
    const sample = createSampleTarget();
    Atomics.store(phase, 0, 1);
    for (let killed = 0; killed < 8; killed += 1) {
      const before = reader.since(0, null).cursor;
      const worker = await startThread({ role: 'writer', buffer, phase, slot: 0, generation });
      while (reader.since(0, null).cursor === before) await new Promise(setImmediate);
      await worker.terminate();
      const last = reader.latest(0);
      expect(last !== null && isWhole(last, createSampleTarget())).toBe(true);

      deriveSample(killed, sample);
      expect(openWriter(buffer).write(0, generation, sample)).toBe(true);
      expect(reader.latest(0)).toEqual(sample);
    }
  });
});
