/** What was asked for lately, so that many who look at once ask once. */

import type { Clock } from '../../../../runtime/clock.ts';

interface Kept<Value> {
  readonly atMs: number;
  readonly value: Promise<Value>;
}

export class Lately<Value> {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #forMs: number;
  readonly #max: number;
  readonly #kept = new Map<string, Kept<Value>>();

  /** @param forMs How long a value is good. @param max How many are kept: the oldest goes first. */
  constructor(clock: Pick<Clock, 'monotonicMs'>, forMs: number, max: number) {
    this.#clock = clock;
    this.#forMs = forMs;
    this.#max = max;
  }

  /** A value that could not be made is made again the next time. */
  get(name: string, make: () => Promise<Value>): Promise<Value> {
    const nowMs = this.#clock.monotonicMs();
    const known = this.#kept.get(name);
    if (known !== undefined && nowMs - known.atMs < this.#forMs) return known.value;
    this.#kept.delete(name);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= this.#max) this.#kept.delete(oldest);
    const kept = { atMs: nowMs, value: make() };
    this.#kept.set(name, kept);
    kept.value.catch(() => {
      if (this.#kept.get(name) === kept) this.#kept.delete(name);
    });
    return kept.value;
  }
}
