/**
 * Entry of a pool worker: shipped detectors, in a thread of the program.
 *
 * No timers and no readers live here: between tasks Piscina freezes the worker's event loop.
 */

import { parentPort } from 'node:worker_threads';
import { workerData } from 'piscina';
import { type CountsWriter, openWriter } from '../counts/writer.ts';
import type {
  DetectorChoice,
  SampleTask,
  WorkerAnswer,
  WorkerNews,
  WorkerOrder,
} from './messages.ts';
import type { WorkerSetup } from './pool.ts';
import { answerOf, Sampler } from './sampler.ts';

const { counts, taskTimeoutMs } = workerData as WorkerSetup;
const writer: CountsWriter | null = counts === null ? null : openWriter(counts);
const sampler = new Sampler({
  logged: (detector, level, text, fields) =>
    tell({ kind: 'logged', line: { detector, level, text, fields } }),
  limitMs: taskTimeoutMs,
});

function ordered<Work, Value>(perform: (work: Work) => Promise<Value>) {
  return ({ id, work }: WorkerOrder<Work>): Promise<WorkerAnswer<Value>> => {
    tell({ kind: 'taken', id });
    return answerOf(() => perform(work));
  };
}

/** Looks at a frame, writes the sample to the counts store where the task says so, and returns it. */
export const sample = ordered(async ({ target, state, ...task }: SampleTask) => {
  const outcome = await sampler.sample({ ...task, state: state && new Uint8Array(state) });
  if (target !== null) writer?.write(target.slot, target.generation, outcome.sample);
  return outcome;
});

export const prepare = ordered((choice: DetectorChoice) => sampler.prepare(choice));

function tell(news: WorkerNews): void {
  parentPort?.postMessage(news);
}
