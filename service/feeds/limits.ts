/** How long and how large a feed may be. */

import { MAX_SCHEDULE_BYTES } from '../../gym/schedule/limits.ts';

export interface FeedLimits {
  /** For the whole feed, redirects and pages included, ms. */
  readonly totalMs: number;
  /** Longest silence, ms. */
  readonly idleMs: number;
  /** Unpacked. */
  readonly maxBytes: number;
}

/** Chosen here: a feed of a chain of gyms takes seconds. */
export const FEED_LIMITS: FeedLimits = {
  totalMs: 30_000,
  idleMs: 10_000,
  maxBytes: MAX_SCHEDULE_BYTES,
};
