/**
 * Timers that stop when told and never lose an error. The bare `setInterval` is forbidden by lint: an error in its
 * callback would end the process or vanish.
 */

import { performance } from 'node:perf_hooks';

/**
 * One-shot timers. Parts that wait for minutes take these instead of the global ones, so that their tests can turn time
 * by hand.
 */
export interface Timers {
  /**
   * Runs `action` once, `ms` from now (at once for 0 and less; after 24.8 days at the latest).
   *
   * @returns cancels it; harmless when it has run already. An `action` must not throw: no one could catch it.
   */
  after(ms: number, action: () => void): () => void;
}

/** Longest wait that Node's timers know, ms; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The computer's timers. A pending one keeps the process alive: anyone who sets it cancels it when stopped. */
export const systemTimers: Timers = {
  after(ms, action) {
    const timer = setTimeout(action, Math.min(Math.ceil(ms), MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

/**
 * Aborts with `signal`, and with a `TimeoutError` after `ms`. Not `AbortSignal.any` of `AbortSignal.timeout`: Node 20 collects
 * that one while someone listens, and then it never fires.
 */
export function untilLate(ms: number, signal?: AbortSignal): AbortSignal {
  const late = new AbortController();
  setTimeout(() => late.abort(new DOMException('The time is up.', 'TimeoutError')), ms).unref();
  return signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
}

/**
 * Resolves after `ms`, or at once and quietly when `signal` aborts.
 *
 * @returns whether the whole time passed.
 */
export function delay(ms: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isWhole: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      resolve(isWhole);
    };
    const stop = () => end(false);
    const timer = setTimeout(end, ms, true);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
  });
}

/**
 * Runs `action` every `periodMs` until `signal` aborts; the next wait starts when the action has ended, so that a slow
 * action never overlaps itself. What it throws goes to `onError`, and the timer goes on.
 *
 * @returns a promise that resolves when the last action has ended.
 */
export async function every(
  how: { periodMs: number; signal: AbortSignal; onError: (error: unknown) => void },
  action: () => void | Promise<void>,
): Promise<void> {
  while (await delay(how.periodMs, how.signal)) {
    try {
      await action();
    } catch (error) {
      how.onError(error);
    }
  }
}

/** One piece of work after the other, in the order they were asked for; a failure does not stop the next. */
export function createQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work, work);
    last = result;
    return result;
  };
}

// The computer's time and not the engine's clock: how long a thread is held is no matter of what a test turns by hand.

/** Longest stretch, ms. Chosen here: an answer that waits for one is hardly later. */
const STRETCH_MS = 2;

/** Long work on the thread that answers requests, in stretches between which others have their turn. */
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
    await new Promise((resolve) => setImmediate(resolve));
    this.#signal?.throwIfAborted();
    this.begin();
  }
}

/** Runs a generator to its end, and gives the thread back between its steps where it was held for long. */
export async function inSlices<Value>(steps: Generator<void, Value>): Promise<Value> {
  const stretch = new Stretch();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (stretch.isOver()) await stretch.pause();
  }
}
