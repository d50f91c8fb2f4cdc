/** Time as the engine sees it. Made once in `main.ts` and passed down; tests pass one they can turn by hand. */

// Not the global of this name: that is looked up and made again by Node at each use.
import { performance } from 'node:perf_hooks';

export interface Clock {
  /** Wall time, ms since 1970, UTC. May step when the computer's clock is set. */
  nowUtcMs(): number;
  /** Time that only goes forward, ms from an arbitrary start. For durations and time-outs. */
  monotonicMs(): number;
}

/** The computer's clocks. */
export const systemClock: Clock = {
  nowUtcMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};
