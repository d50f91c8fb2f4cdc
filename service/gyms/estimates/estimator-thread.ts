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
  /** Orders without an answer, by their number. */
  const waiting = new Map<number, Waiting>();
  let running: Worker | null = null;
  let lastNumber = 0;
  let isStopped = false;
  const tell = (worker: Worker, order: EstimatesOrder) => worker.postMessage(order);
  const lost = (worker: Worker, why: string): void => {
    if (running !== worker) return;
    running = null;
    const orders = [...waiting.values()];
    waiting.clear();
    for (const { reject } of orders) reject(new Error(`the thread of the estimates: ${why}`));
  };
  const start = (): Worker => {
    const worker = new Worker(entry.url, {
      execArgv: entry.execArgv,
      workerData: dir,
      name: 'estimates',
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
    });
    worker.on('message', (answer: EstimatesAnswer) => {
      const order = waiting.get(answer.number);
      waiting.delete(answer.number);
      if ('estimate' in answer) order?.resolve(answer.estimate);
      else order?.reject(toError(answer.fault));
    });
    worker.on('error', (error) => lost(worker, error.message));
    worker.on('exit', () => lost(worker, 'it has ended'));
    return worker;
  };
  return {
    estimate: async (order) => {
      if (isStopped) throw new Error('the thread of the estimates: it was stopped');
      running ??= start();
      lastNumber += 1;
      const number = lastNumber;
      tell(running, { number, order });
      return await new Promise((resolve, reject) => {
        waiting.set(number, { resolve, reject });
      });
    },
    /** Waits for SQLite, as closing the history does. */
    stop: async () => {
      const worker = running;
      if (worker !== null && !isStopped) tell(worker, 'end');
      isStopped = true;
      if (worker !== null) await new Promise((resolve) => worker.on('exit', resolve));
    },
  };
}

/** What the thread is told; `end`: it answers what was ordered before, closes the history and ends. */
export type EstimatesOrder = { readonly number: number; readonly order: EstimateOrder } | 'end';

/** Of the order of the same number. */
export type EstimatesAnswer = { readonly number: number } & (
  | { readonly estimate: StoredAttendance }
  | { readonly fault: ThreadFault }
);
