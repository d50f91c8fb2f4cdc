/** Time as the engine sees it. Made once in `main.ts` and passed down; tests pass one they can turn by hand. */

// Not the global of this name: that is looked up and made again by Node at each use.
import { performance } from 'node:perf_hooks';
import type { Log } from './log/log.ts';

export interface Clock {
  /** Wall time, ms since 1970, UTC. May step when the computer's clock is set. */
  nowUtcMs(): number;
  /** Time that only goes forward, ms from an arbitrary start. For durations and time-outs. */
  monotonicMs(): number;
}

/** The computer's clocks. */
export const systemClock: Clock = {
  nowUtcMs: Date.now,
  monotonicMs: performance.now.bind(performance),
};

/** `read`, at most once in a while: calls in between get what it gave. What it rejects with is read again. */
export function recent<Value>(
  read: () => Value,
  whileMs: number,
  clock: Pick<Clock, 'monotonicMs'>,
): () => Value {
  let known: { readonly value: Value; readonly atMs: number } | undefined;
  return () => {
    const atMs = clock.monotonicMs();
    if (known === undefined || atMs - known.atMs >= whileMs) {
      const own = { value: read(), atMs };
      known = own;
      Promise.resolve(own.value).catch(() => {
        if (known === own) known = undefined;
      });
    }
    return known.value;
  };
}

/** What `make` gave at the first call. */
export const once = <Value>(make: () => Value) =>
  recent(make, Number.POSITIVE_INFINITY, systemClock);

export interface ClockStep {
  /** Wall time after the step, ms since 1970, UTC. */
  readonly atUtcMs: number;
  /** How far the clock went, ms; below zero for back. */
  readonly byMs: number;
}

/** Steps by less are time servers at work. Source: the issue "Nothing knocks it over", section 2. */
const STEP_MS = 60_000;

/** Notices when the wall clock steps. Between two looks the clocks of a computer part by microseconds: what is more was set, or the computer slept. */
export function watchClock(clock: Clock, log: Log) {
  const offset = () => clock.nowUtcMs() - clock.monotonicMs();
  let known = offset();
  let last: ClockStep | null = null;
  return {
    /** Compares the two clocks; to be called every second. */
    look: () => {
      const now = offset();
      const byMs = Math.round(now - known);
      known = now;
      if (Math.abs(byMs) < STEP_MS) return;
      last = { atUtcMs: clock.nowUtcMs(), byMs };
      const detail = 'the clock of the computer was set, or it slept: see that it is right';
      log.warn('clock_stepped', { by_s: Math.round(byMs / 1000), detail });
    },
    /** The last step since the start; null where there was none. */
    lastStep: () => last,
  };
}
