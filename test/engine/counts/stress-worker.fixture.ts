/** A thread of the stress: writes derived samples as fast as it can, or reads and looks for mixtures. */

import { parentPort, workerData } from 'node:worker_threads';
import { type CountsBuffer, createSampleTarget } from '../../../engine/counts/layout.ts';
import { openReader } from '../../../engine/counts/reader.ts';
import { openWriter } from '../../../engine/counts/writer.ts';
import { deriveSample, isWhole } from './derived-sample.fixture.ts';

export interface WriterTask {
  readonly role: 'writer';
  readonly buffer: CountsBuffer;
  readonly slot: number;
  readonly generation: number;
  /** One word: 0 until all threads are there, 1 while they run, 2 to stop. */
  readonly phase: Int32Array;
}

export interface ReaderTask {
  readonly role: 'reader';
  readonly buffer: CountsBuffer;
  readonly slots: readonly number[];
  readonly reads: number;
  readonly phase: Int32Array;
}

export interface ReaderResult {
  readonly reads: number;
  readonly torn: number;
  readonly busy: number;
  /** How often two reads one after another saw different samples: that there was something to tear. */
  readonly changes: number;
}

function write({ buffer, slot, generation, phase }: WriterTask): void {
  const writer = openWriter(buffer);
  const sample = createSampleTarget();
  let written = 0;
  while (Atomics.load(phase, 0) !== 2) {
    deriveSample(written % 2 ** 31, sample);
    writer.write(slot, generation, sample);
    written += 1;
  }
}

function read({ buffer, slots, reads }: ReaderTask): ReaderResult {
  const reader = openReader(buffer);
  const scratch = createSampleTarget();
  const last = slots.map(() => -1);
  const result = { reads, torn: 0, busy: 0, changes: 0 };
  for (let i = 0; i < reads; i += 1) {
    const turn = i % slots.length;
    const sample = reader.latest(slots[turn] ?? 0);
    if (sample === null) {
      result.busy += 1;
      continue;
    }
    result.torn += isWhole(sample, scratch) ? 0 : 1;
    result.changes += sample.atUtcMs === last[turn] ? 0 : 1;
    last[turn] = sample.atUtcMs;
  }
  return result;
}

const task: WriterTask | ReaderTask = workerData;
parentPort?.postMessage('ready');
Atomics.wait(task.phase, 0, 0);
if (task.role === 'writer') write(task);
else parentPort?.postMessage(read(task));
