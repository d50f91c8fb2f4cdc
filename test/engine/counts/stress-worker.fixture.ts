/** A thread of the stress: writes derived samples as fast as it can, or reads and looks for mixtures. */

import { parentPort, workerData } from 'node:worker_threads';
import type { CountsBuffer } from '../../../engine/counts/layout.ts';
import { openReader } from '../../../engine/counts/reader.ts';
import { openWriter } from '../../../engine/counts/writer.ts';
import type { Sample } from '../../../gym/attendance/sample.ts';
import { derivedSample, isWhole } from './derived-sample.fixture.ts';

export interface StressTask {
  readonly buffer: CountsBuffer;
  /** One word: 0 until all threads are there, 1 while they run, 2 to stop. */
  readonly phase: Int32Array;
  /** Of a writer, its slot; a reader has as many reads of the first two slots. */
  readonly work: { readonly slot: number; readonly generation: number } | number;
}

const { buffer, phase, work }: StressTask = workerData;
parentPort?.postMessage('ready');
Atomics.wait(phase, 0, 0);
if (typeof work === 'number') {
  const reader = openReader(buffer);
  const last: (Sample | null)[] = [null, null];
  // Changes are how often two reads one after another saw different samples: that there was something to tear.
  const result = { reads: work, torn: 0, busy: 0, changes: 0 };
  for (let at = 0; at < work; at += 1) {
    const sample = reader.latest(at % 2);
    if (sample === null) result.busy += 1;
    if (sample === null || sample === last[at % 2]) continue;
    result.changes += 1;
    result.torn += isWhole(sample) ? 0 : 1;
    last[at % 2] = sample;
  }
  parentPort?.postMessage(result);
} else {
  const writer = openWriter(buffer);
  for (let written = 0; Atomics.load(phase, 0) !== 2; written += 1) {
    writer.write(work.slot, work.generation, derivedSample(written % 2 ** 31));
  }
}
