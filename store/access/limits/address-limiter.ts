/**
 * How fast an address may ask. To ask the system for the other end of a connection costs more than everything else about
 * a rate, so it is left out while all addresses together ask for so little that none of them can be too fast.
 *
 * That holds for high rates alone, and not to the last request: anyone who comes first after such a time starts with a whole
 * burst, although some of it may have been used unseen. So one address gets a burst that is a tenth larger at most, never
 * more than the rate in the long run (what is unseen is counted for all together), and never less than its due.
 */

import { createRateLimiter, type RateLimiter, type RateLimiterOptions } from './rate-limiter.ts';

/** From here on addresses may stay unseen, requests a second. Chosen here: with less no one is held up by looking. */
const MIN_RATE = 1_000;
/** Share of the burst up to which all together may have used it. Chosen here. */
const UNSEEN_SHARE = 0.1;

export interface AddressLimiter extends RateLimiter {
  /**
   * Counts one request of an address that no one looked at, which is allowed then. False where it has to be looked at:
   * nothing was counted, `take` decides.
   */
  takeUnseen(): boolean;
}

export function createAddressLimiter(options: RateLimiterOptions): AddressLimiter {
  const { perSecond, clock } = options;
  const each = createRateLimiter(options);
  const costMs = 1_000 / perSecond;
  const mostUnseenMs = perSecond < MIN_RATE ? 0 : each.windowS * 1_000 * UNSEEN_SHARE;
  /** When the bucket of all together, which is as large as that of one, will be empty. */
  let emptyAtMs = 0;
  return {
    limit: each.limit,
    windowS: each.windowS,
    take: (id) => {
      const nowMs = clock.monotonicMs();
      emptyAtMs = Math.min(Math.max(emptyAtMs, nowMs) + costMs, nowMs + each.windowS * 1_000);
      return each.take(id);
    },
    takeUnseen: () => {
      const nowMs = clock.monotonicMs();
      const afterMs = Math.max(emptyAtMs, nowMs) + costMs;
      if (afterMs - nowMs > mostUnseenMs) return false;
      emptyAtMs = afterMs;
      return true;
    },
  };
}
