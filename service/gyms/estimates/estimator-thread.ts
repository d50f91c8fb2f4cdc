/**
 * Classes are estimated on a thread next to the one that answers requests: it reads their counts by itself, and only
 * orders and estimates cross. Reading and estimating an hour of eight cameras would hold up every answer for some 50 ms.
 *
 * The thread starts with the first order. Where it breaks, the orders that wait are rejected, and the next one starts it
 * again. It is never terminated from outside, and ends once it has closed the history: when a thread goes while SQLite
 * works for it, `sqlite3` 6.0 ends the whole process.
 */

import { Worker } from 'node:worker_threads';
import { type ThreadFault, toError, YOUNG_MIB } from '../../../runtime/threads.ts';
import { workerModule } from '../../../runtime/worker-module.ts';
import type { StoredAttendance } from '../../../store/history/classes/class-store.ts';
import type { EstimateOrder, Estimator } from './order.ts';

interface Waiting {
  readonly resolve: (estimate: StoredAttendance) => void;
  readonly reject: (error: Error) => void;
}

/**
 * @param dir the data folder; a history lies in it.
 * @param entry for tests: what runs on the thread.
 */
export function estimatorThread(
  dir: string,
  entry = workerModule('service/gyms/estimates/worker'),
): Estimator {
  /** Orders without an answer: the thread answers one after the other, as they came. */
  const waiting: Waiting[] = [];
  let running: Worker | null = null;
  let isStopped = false;
  const lost = (worker: Worker, why: string): void => {
    if (running !== worker) return;
    running = null;
    const error = new Error(`the thread of the estimates: ${why}`);
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  const start = (): Worker => {
    const worker = new Worker(entry.url, {
      execArgv: entry.execArgv,
      workerData: dir,
      name: 'estimates',
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
    });
    worker.on('message', (answer: EstimatesAnswer) => {
      // Of one that is lost: its orders have been rejected.
      if (running !== worker) return;
      const order = waiting.shift();
      if ('fault' in answer) order?.reject(toError(answer.fault));
      else order?.resolve(answer);
    });
    worker.on('error', (error) => lost(worker, error.message));
    worker.on('exit', () => lost(worker, 'it has ended'));
    return worker;
  };
  return {
    estimate: async (order) => {
      if (isStopped) throw new Error('the thread of the estimates: it was stopped');
      running ??= start();
      running.postMessage(order satisfies EstimatesOrder);
      return await new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    /** Waits for SQLite, as closing the history does. */
    stop: async () => {
      const worker = running;
      if (!isStopped) worker?.postMessage('end' satisfies EstimatesOrder);
      isStopped = true;
      if (worker !== null) await new Promise((resolve) => worker.on('exit', resolve));
    },
  };
}

/** What the thread is told; `end`: it answers what was ordered before, closes the history and ends. */
export type EstimatesOrder = EstimateOrder | 'end';

export type EstimatesAnswer = StoredAttendance | { readonly fault: ThreadFault };
