/**
 * How fast someone may ask: a rate with a burst of one second's worth (GCRA, the leaky bucket as a meter, ITU-T I.371).
 *
 * An id costs one number: when its bucket will be empty. Ids that were not seen for a while are forgotten, so that no
 * flood of ids grows the memory; see `recent.ts`.
 */

import type { Clock } from '../../../runtime/clock.ts';
import { Recent } from '../recent.ts';

export interface RateVerdict {
  readonly isAllowed: boolean;
  /** Requests of a burst: what the quota is when nothing was asked. */
  readonly limit: number;
  /** Requests that would be allowed now, after this one. */
  readonly remaining: number;
  /** Until the whole quota is there again, s, rounded up. */
  readonly resetS: number;
  /** Until the next request is allowed, s, rounded up: 1 or more where this one is not, else 0. */
  readonly retryAfterS: number;
}

export interface RateLimiter {
  /** Requests of the quota, and the time over which it fills, s. For `RateLimit-Policy`. */
  readonly limit: number;
  readonly windowS: number;
  /** Counts one request of `id`. One that is refused costs nothing. O(1). */
  take(id: string): RateVerdict;
}

export interface RateLimiterOptions {
  /** 1 and more. */
  readonly perSecond: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Ids that are remembered at least, and half of those at most; default 50,000 (some 10 MB when full). */
  readonly remembered?: number;
}

const REMEMBERED = 50_000;
/** Sums of fractions are off by less, ms. */
const ROUNDING_MS = 1e-6;

interface Bucket {
  emptyAtMs: number;
}

/** With 10,000 new ids a second an id is remembered for 5 s, and after one it has its whole quota anyway. */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { perSecond: limit, clock } = options;
  const buckets = new Recent<Bucket>(options.remembered ?? REMEMBERED);
  const costMs = 1_000 / limit;
  return {
    limit,
    windowS: 1,
    take: (id) => {
      const nowMs = clock.monotonicMs();
      const bucket = buckets.refreshed(id);
      const before = bucket === undefined ? nowMs : Math.max(bucket.emptyAtMs, nowMs);
      const after = before + costMs;
      const overMs = after - nowMs - 1_000;
      const isAllowed = overMs <= ROUNDING_MS;
      if (bucket !== undefined) bucket.emptyAtMs = isAllowed ? after : bucket.emptyAtMs;
      else if (isAllowed) buckets.set(id, { emptyAtMs: after });
      const filledMs = (isAllowed ? after : before) - nowMs;
      return {
        isAllowed,
        limit,
        remaining: Math.max(0, Math.floor((1_000 - filledMs + ROUNDING_MS) / costMs)),
        resetS: Math.ceil(filledMs / 1_000),
        retryAfterS: isAllowed ? 0 : Math.max(1, Math.ceil(overMs / 1_000)),
      };
    },
  };
}
