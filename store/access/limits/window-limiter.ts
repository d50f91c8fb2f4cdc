/**
 * How often something may be had in all of several windows of time, counted exactly: the instants of the last ones are
 * kept for each id, so that no stretch as long as a window ever holds more. For small limits, such as those of free keys.
 */

import type { Clock } from '../../../runtime/clock.ts';
import { Recent } from '../recent.ts';
import type { RateVerdict } from './rate-limiter.ts';

export interface Window {
  /** 1 and more. */
  readonly limit: number;
  readonly windowS: number;
}

export interface WindowLimiter {
  readonly windows: readonly Window[];
  /** Counts one for `id`; one that is refused costs nothing. Speaks of the window that has the least left. O(limit). */
  take(id: string): RateVerdict;
}

export interface WindowLimiterOptions {
  readonly windows: readonly Window[];
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Ids that are remembered at least, and half of those at most; default 10,000. */
  readonly remembered?: number;
}

const REMEMBERED = 10_000;

export function createWindowLimiter(options: WindowLimiterOptions): WindowLimiter {
  const { windows, clock } = options;
  const kept = Math.max(...windows.map(({ limit }) => limit));
  const instants = new Recent<readonly number[]>(options.remembered ?? REMEMBERED);
  return {
    windows,
    take: (id) => {
      const nowMs = clock.monotonicMs();
      const before = instants.get(id) ?? [];
      const isAllowed = windows.every((window) => waitMs(window, before, nowMs) === 0);
      const after = isAllowed ? [...before, nowMs].slice(-kept) : before;
      if (isAllowed) instants.set(id, after);
      const verdicts = windows.map((window) => verdictOf(window, after, nowMs));
      const [tightest, ...others] = verdicts;
      if (tightest === undefined) throw new RangeError('A limiter without windows.');
      const found = others.reduce((one, other) => (isTighter(other, one) ? other : one), tightest);
      return { ...found, isAllowed, retryAfterS: isAllowed ? 0 : Math.max(1, found.retryAfterS) };
    },
  };
}

/** Until the window has room, ms. */
function waitMs({ limit, windowS }: Window, instants: readonly number[], nowMs: number): number {
  const filling = instants.at(-limit);
  return filling === undefined ? 0 : Math.max(0, filling + windowS * 1_000 - nowMs);
}

function verdictOf(window: Window, instants: readonly number[], nowMs: number) {
  const { limit, windowS } = window;
  const inside = instants.filter((atMs) => atMs > nowMs - windowS * 1_000);
  const last = inside.at(-1);
  return {
    limit,
    remaining: Math.max(0, limit - inside.length),
    resetS: last === undefined ? 0 : Math.ceil((last + windowS * 1_000 - nowMs) / 1_000),
    retryAfterS: Math.ceil(waitMs(window, instants, nowMs) / 1_000),
  };
}

type Told = ReturnType<typeof verdictOf>;

/** The one to wait for longer; where neither is to be waited for, the one with less left. */
function isTighter(one: Told, other: Told): boolean {
  return one.retryAfterS === other.retryAfterS
    ? one.remaining < other.remaining
    : one.retryAfterS > other.retryAfterS;
}
