/** Long work on the thread that answers requests, in stretches between which others have their turn. */

import { performance } from 'node:perf_hooks';

// The computer's time and not the engine's clock: how long a thread is held is no matter of what a test turns by hand.

/** Longest stretch, ms. Chosen here: an answer that waits for one is hardly later. */
const STRETCH_MS = 2;

export class Stretch {
  #beganMs = performance.now();
  readonly #signal: AbortSignal | null;

  /** @param signal Ends the work, see {@link pause}. */
  constructor(signal: AbortSignal | null = null) {
    this.#signal = signal;
  }

  /** Whether others have waited long enough. */
  isOver(): boolean {
    return performance.now() - this.#beganMs >= STRETCH_MS;
  }

  /** After a wait for something else, in which others had theirs. */
  begin(): void {
    this.#beganMs = performance.now();
  }

  /** Lets others have their turn; the next stretch begins then. Rejects with the signal's reason when it has aborted. */
  async pause(): Promise<void> {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    this.#signal?.throwIfAborted();
    this.#beganMs = performance.now();
  }
}

export async function inSlices<Value>(steps: Generator<void, Value>): Promise<Value> {
  const stretch = new Stretch();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (stretch.isOver()) await stretch.pause();
  }
}
