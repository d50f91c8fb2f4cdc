/**
 * Time that a test turns by hand: the clock and the timers of the engine in one. Nothing happens until `advance`.
 */

import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../runtime/clock.ts';
import type { Timers } from '../../runtime/timers.ts';

interface Pending {
  readonly atMs: number;
  readonly action: () => void;
}

/** Lets everything run that waits for a promise and not for time. */
export const settle = (): Promise<void> => setImmediate();

export class FakeClock implements Clock, Timers {
  #monotonicMs = 1_000;
  #utcOffsetMs: number;
  readonly #pending = new Set<Pending>();

  constructor(startUtcMs = Date.UTC(2026, 0, 15, 9, 0, 0)) {
    this.#utcOffsetMs = startUtcMs - this.#monotonicMs;
  }

  nowUtcMs(): number {
    return this.#monotonicMs + this.#utcOffsetMs;
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  /** Timers that are set and have not fired. */
  get pendingTimers(): number {
    return this.#pending.size;
  }

  after(ms: number, action: () => void): () => void {
    const timer = { atMs: this.#monotonicMs + Math.max(0, ms), action };
    this.#pending.add(timer);
    return () => void this.#pending.delete(timer);
  }

  /** Sets the wall clock forward or back, as an operator or NTP would; running time is not touched. */
  stepWallClock(byMs: number): void {
    this.#utcOffsetMs += byMs;
  }

  /** Lets `ms` pass at once, for what has set no timer. */
  skip(ms: number): void {
    this.#monotonicMs += ms;
  }

  /** Lets `ms` pass: fires each timer at its instant and waits for what it set going before time moves on. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#monotonicMs + ms;
    await settle();
    for (let next = this.#nextUntil(endMs); next !== null; next = this.#nextUntil(endMs)) {
      this.#monotonicMs = Math.max(this.#monotonicMs, next.atMs);
      this.#pending.delete(next);
      next.action();
      await settle();
    }
    this.#monotonicMs = endMs;
  }

  /** Sets of equal time fire in the order they were made. */
  #nextUntil(endMs: number): Pending | null {
    const due = [...this.#pending].filter(({ atMs }) => atMs <= endMs);
    return due.sort((one, other) => one.atMs - other.atMs)[0] ?? null;
  }
}
