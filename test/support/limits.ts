/** Limits of requests, for tests: so high that none is met, where a test does not say its own. */

import type { AccessConfig } from '../../config/config.ts';
import { type Clock, systemClock } from '../../runtime/clock.ts';
import { type AccessLimits, createLimits } from '../../store/access/limits.ts';

export function limits(said: Partial<AccessConfig> = {}, clock: Clock = systemClock): AccessLimits {
  return createLimits(
    {
      keyRequestsPerSecond: 1_000_000,
      addressRequestsPerSecond: 1_000_000,
      freeKeysPerMinute: 1_000,
      freeKeysPerDay: 100_000,
      freeKeysPerDayInAll: 100_000,
      ...said,
    },
    clock,
  );
}
