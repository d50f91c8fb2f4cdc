/**
 * Frames that wait for a worker, put together for a detector that takes several at once. No frame waits for others: a
 * batch is what waits anyway at the moment a worker is free, so waiting costs no sample its time.
 */

import type { SampleOutcome, SampleTask } from './messages.ts';

/** A frame that waits, and who wants to know what was seen. */
export interface Waiting {
  readonly task: SampleTask;
  readonly resolve: (outcome: SampleOutcome) => void;
  readonly reject: (error: unknown) => void;
}

export class Batches {
  /** By detector, in the order in which they came. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #withWorker: (work: () => Promise<void>) => Promise<void>;
  readonly #look: (batch: readonly Waiting[]) => Promise<void>;

  /**
   * @param withWorker does the work once a worker is free for it.
   * @param look settles all of a batch, and never rejects.
   */
  constructor(
    withWorker: (work: () => Promise<void>) => Promise<void>,
    look: (batch: readonly Waiting[]) => Promise<void>,
  ) {
    this.#withWorker = withWorker;
    this.#look = look;
  }

  /**
   * Looks at a frame, together with others of the same detector where those wait too.
   *
   * @param key the same for frames that one instance looks at.
   */
  add(key: string, maxBatch: number, task: SampleTask): Promise<SampleOutcome> {
    const waiting = this.#waiting.get(key) ?? [];
    this.#waiting.set(key, waiting);
    return new Promise((resolve, reject) => {
      waiting.push({ task, resolve, reject });
      void this.#withWorker(async () => {
        const batch = waiting.splice(0, maxBatch);
        // It went along with the one before.
        if (batch.length > 0) await this.#look(batch);
      });
    });
  }
}
