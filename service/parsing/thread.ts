/** Reading a schedule on a thread of its own, so that nothing else waits for 100,000 rows. */

import { Worker } from 'node:worker_threads';
import { TurnoutError } from '../../errors.ts';
import {
  type ParsedSchedule,
  type ParseOptions,
  type WorkBudget,
  workBudget,
} from '../../gym/schedule/entry.ts';
import { type ThreadFault, toError } from '../../runtime/threads.ts';
import { delay } from '../../runtime/timers.ts';
import { workerModule } from '../../runtime/worker-module.ts';

/** What the thread is given. */
export interface ParseOrder {
  readonly bytes: Uint8Array;
  readonly options: ParseOptions;
}

export type ParseAnswer = { readonly parsed: ParsedSchedule } | { readonly fault: ThreadFault };

/** Chosen here: also of a thread that waits for the processor. */
const DEFAULT_TIMEOUT_MS = 60_000;
/** How often the work of the thread is looked at. */
const LOOK_MS = 250;

interface OffThreadOptions {
  readonly timeoutMs?: number;
  /** For tests: in place of that of its size. */
  readonly budget?: WorkBudget;
  /** Ends the thread and rejects with its reason. */
  readonly signal?: AbortSignal;
}

/**
 * `parseSchedule` on a thread that ends afterwards. The bytes are copied. Besides its errors rejects with
 * `schedule_timeout` after `timeoutMs` or the time of work of its {@link workBudget}, and with `schedule_too_large` where the
 * memory does not suffice.
 */
export async function parseScheduleOffThread(
  bytes: Uint8Array,
  options: ParseOptions,
  {
    timeoutMs = DEFAULT_TIMEOUT_MS,
    budget = workBudget(bytes.byteLength),
    signal,
  }: OffThreadOptions = {},
): Promise<ParsedSchedule> {
  const { url, execArgv } = workerModule('service/parsing/parse-worker');
  const workerData: ParseOrder = { bytes, options };
  const worker = new Worker(url, {
    execArgv,
    workerData,
    name: 'schedule',
    resourceLimits: { maxOldGenerationSizeMb: budget.heapMib },
  });
  const done = new AbortController();
  try {
    return await new Promise<ParsedSchedule>((resolve, reject) => {
      watchWork(worker, budget, done.signal).catch(reject);
      worker.on('message', (answer: ParseAnswer) => {
        if ('parsed' in answer) resolve(answer.parsed);
        else reject(toError(answer.fault));
      });
      worker.on('error', (error: NodeJS.ErrnoException) => {
        const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        const limit = `with ${budget.heapMib} MiB of memory`;
        reject(isFull ? overBudget('schedule_too_large', limit) : error);
      });
      worker.on('exit', (status) => {
        reject(new Error(`the thread that reads schedules ended with status ${status}`));
      });
      const late = overBudget('schedule_timeout', `within ${timeoutMs / 1000} s`);
      void delay(timeoutMs, done.signal).then((isLate) => isLate && reject(late));
      // The caller wants no answer any more.
      signal?.addEventListener('abort', () => reject(signal.reason), { signal: done.signal });
      if (signal?.aborted) reject(signal.reason);
    });
  } finally {
    done.abort();
    await worker.terminate();
  }
}

/** Rejects when the thread has worked for longer than it may. */
async function watchWork(worker: Worker, { workMs }: WorkBudget, done: AbortSignal): Promise<void> {
  while (await delay(LOOK_MS, done)) {
    if (worker.performance.eventLoopUtilization().active > workMs) {
      throw overBudget('schedule_timeout', `with ${workMs / 1000} s of work`);
    }
  }
}

function overBudget(code: 'schedule_timeout' | 'schedule_too_large', limit: string): TurnoutError {
  const expected = `a file of its size to be read ${limit}`;
  const hint = 'export fewer weeks at a time';
  return new TurnoutError(code, { where: 'schedule', expected, got: 'one that takes more', hint });
}
