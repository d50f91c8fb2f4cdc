/** What comes along with a look: a signal that is only made for a detector that asks for it. */

import type { Look } from '../../../detectors/detector.ts';

/** Part of the limit that a detector may use: what is left is for ending what it waits for. */
const SIGNAL_SHARE = 0.9;

export class TimedLook implements Look {
  readonly #endsMs: number;
  #over: AbortController | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** @param limitMs longest time for the look, which begins now. */
  constructor(limitMs: number) {
    this.#endsMs = performance.now() + limitMs * SIGNAL_SHARE;
  }

  get signal(): AbortSignal {
    if (this.#over === null) {
      const over = new AbortController();
      this.#over = over;
      const leftMs = Math.max(0, this.#endsMs - performance.now());
      this.#timer = setTimeout(() => over.abort(), leftMs);
    }
    return this.#over.signal;
  }

  /** Whether the signal was asked for, and has aborted. */
  get isOver(): boolean {
    return this.#over?.signal.aborted ?? false;
  }

  /** The look is done: nothing aborts any more. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
