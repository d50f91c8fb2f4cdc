/** Events a second over the last minute, from sixty buckets of one second. */

import type { Clock } from '../../runtime/clock.ts';

const WINDOW_S = 60;

export class RateWindow {
  readonly #clock: Clock;
  readonly #startS: number;
  readonly #counts = new Uint32Array(WINDOW_S);
  /** The second that each bucket counts. */
  readonly #seconds = new Float64Array(WINDOW_S).fill(-1);

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startS = clock.monotonicMs() / 1000;
  }

  add(): void {
    const second = Math.floor(this.#clock.monotonicMs() / 1000);
    const bucket = second % WINDOW_S;
    if (this.#seconds[bucket] !== second) {
      this.#seconds[bucket] = second;
      this.#counts[bucket] = 0;
    }
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
  }

  /** Mean a second over the last minute, or over the time since the start (at least a second) where that is less. */
  perSecond(): number {
    const nowS = this.#clock.monotonicMs() / 1000;
    let total = 0;
    for (const [bucket, second] of this.#seconds.entries()) {
      if (second > Math.floor(nowS) - WINDOW_S) {
        total += this.#counts[bucket] ?? 0;
      }
    }
    return total / Math.max(1, Math.min(WINDOW_S, nowS - this.#startS));
  }
}
