/** Real threads over one counts store: two write, each its own slot, the others read both. */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createCounts, createSampleTarget } from '../../../engine/counts/layout.ts';
import { openSlots, openWriter } from '../../../engine/counts/writer.ts';
import { deriveSample } from './derived-sample.fixture.ts';
import type { ReaderResult, ReaderTask, WriterTask } from './stress-worker.fixture.ts';

export interface StressOptions {
  readonly ring: number;
  readonly readers: number;
  readonly readsPerReader: number;
}

/** Starts a thread of the stress; it waits for the phase to leave 0. */
export async function startThread(task: WriterTask | ReaderTask): Promise<Worker> {
  const worker = new Worker(new URL('./stress-worker.fixture.ts', import.meta.url), {
    workerData: task,
    execArgv: ['--import', new URL('./ts-worker.fixture.mjs', import.meta.url).href],
  });
  await once(worker, 'message');
  return worker;
}

/** Runs the stress until every reader has done its reads. */
export async function runStress(options: StressOptions): Promise<ReaderResult> {
  const buffer = createCounts({ slots: 2, ring: options.ring });
  const phase = new Int32Array(new SharedArrayBuffer(4));
  const slots = openSlots(buffer);
  const writing = [0, 1].map((slot) => ({ slot, generation: slots.claim(slot) }));
  const sample = createSampleTarget();
  deriveSample(0, sample);
  for (const { slot, generation } of writing) openWriter(buffer).write(slot, generation, sample);
  const writers = await Promise.all(
    writing.map((own) => startThread({ role: 'writer', buffer, phase, ...own })),
  );
  const readers = await Promise.all(
    Array.from({ length: options.readers }, () =>
      startThread({ role: 'reader', buffer, phase, slots: [0, 1], reads: options.readsPerReader }),
    ),
  );
  const reads = readers.map(
    async (reader): Promise<ReaderResult> => (await once(reader, 'message'))[0],
  );
  Atomics.store(phase, 0, 1);
  Atomics.notify(phase, 0);
  const results = await Promise.all(reads);
  Atomics.store(phase, 0, 2);
  await Promise.all([...writers, ...readers].map((worker) => worker.terminate()));

  const sum = (field: keyof ReaderResult) => results.reduce((all, one) => all + one[field], 0);
  return {
    reads: sum('reads'),
    torn: sum('torn'),
    busy: sum('busy'),
    changes: sum('changes'),
  };
}
