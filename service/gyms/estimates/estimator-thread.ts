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
import { type WorkerModule, workerModule } from '../../../runtime/worker-module.ts';
import type { StoredAttendance } from '../../../store/history/classes/class-store.ts';
import type { EstimateOrder, Estimator } from './order.ts';

interface Waiting {
  readonly resolve: (estimate: StoredAttendance) => void;
  readonly reject: (error: Error) => void;
}

export class EstimatorThread implements Estimator {
  readonly #dir: string;
  readonly #entry: WorkerModule;
  /** Orders without an answer, by their number. */
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastNumber = 0;
  #isStopped = false;

  /**
   * @param dir the data folder; a history lies in it.
   * @param entry for tests: what runs on the thread.
   */
  constructor(dir: string, entry = workerModule('service/gyms/estimates/worker')) {
    this.#dir = dir;
    this.#entry = entry;
  }

  async estimate(order: EstimateOrder): Promise<StoredAttendance> {
    if (this.#isStopped) throw new Error('the thread of the estimates: it was stopped');
    this.#worker ??= this.#start();
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    tell(this.#worker, { kind: 'estimate', number, order });
    return await new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
    });
  }

  /** Waits for SQLite, as closing the history does. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    if (worker !== null && !this.#isStopped) tell(worker, { kind: 'end' });
    this.#isStopped = true;
    if (worker !== null) await exitOf(worker);
  }

  #start(): Worker {
    const { url, execArgv } = this.#entry;
    const workerData: EstimatesData = { dir: this.#dir };
    const worker = new Worker(url, {
      execArgv,
      workerData,
      name: 'estimates',
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
    });
    worker.on('message', (answer: EstimatesAnswer) => this.#hear(answer));
    worker.on('error', (error) => this.#lost(worker, error.message));
    worker.on('exit', () => this.#lost(worker, 'it has ended'));
    return worker;
  }

  #hear(answer: EstimatesAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if ('estimate' in answer) waiting?.resolve(answer.estimate);
    else waiting?.reject(toError(answer.fault));
  }

  #lost(worker: Worker, why: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const orders = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of orders) reject(new Error(`the thread of the estimates: ${why}`));
  }
}

function exitOf(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.on('exit', () => resolve());
  });
}

function tell(worker: Worker, order: EstimatesOrder): void {
  worker.postMessage(order);
}

/** What the thread is given at its start. */
export interface EstimatesData {
  /** Data folder, whose history it reads. */
  readonly dir: string;
}

/** What it is told. */
export type EstimatesOrder =
  /** Answered by an {@link EstimatesAnswer} of the same number. */
  | { readonly kind: 'estimate'; readonly number: number; readonly order: EstimateOrder }
  /** Answers what was ordered before, closes the history and ends the thread. */
  | { readonly kind: 'end' };

export type EstimatesAnswer = { readonly number: number } & (
  | { readonly estimate: StoredAttendance }
  | { readonly fault: ThreadFault }
);
