/** How fast keys and addresses may ask, and how often free keys are given out, as the configuration says. */

import type { AccessConfig } from '../../../config/config.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { type AddressLimiter, createAddressLimiter } from './address-limiter.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { createWindowLimiter, type WindowLimiter } from './window-limiter.ts';

export interface AccessLimits {
  /** By id of the key. */
  readonly keys: RateLimiter;
  /** By {@link addressGroup}. */
  readonly addresses: AddressLimiter;
  /** Free keys that are given out, by {@link addressGroup}. Starts again with the program. */
  readonly freeKeys: WindowLimiter;
  /** Tries to sign in with a browser, by {@link addressGroup}. Starts again with the program. */
  readonly signIns: WindowLimiter;
}

/** Source: docs/access.md#sign-ins-of-browsers. */
const TRIES_PER_MINUTE = 10;

const MINUTE_S = 60;
const DAY_S = 86_400;

export function createLimits(
  config: Omit<AccessConfig, 'freeLookups'>,
  clock: Pick<Clock, 'monotonicMs'>,
): AccessLimits {
  const perAddress = createWindowLimiter({
    windows: [
      { limit: config.freeKeysPerMinute, windowS: MINUTE_S },
      { limit: config.freeKeysPerDay, windowS: DAY_S },
    ],
    clock,
  });
  const inAll = createWindowLimiter({
    windows: [{ limit: config.freeKeysPerDayInAll, windowS: DAY_S }],
    clock,
  });
  const signIns = createWindowLimiter({
    windows: [{ limit: TRIES_PER_MINUTE, windowS: MINUTE_S }],
    clock,
  });
  return {
    signIns,
    keys: createRateLimiter({ perSecond: config.keyRequestsPerSecond, clock }),
    addresses: createAddressLimiter({ perSecond: config.addressRequestsPerSecond, clock }),
    freeKeys: {
      windows: perAddress.windows,
      take: (id) => {
        const own = perAddress.take(id);
        // Only what the address may have is counted for all: no one uses it up by asking too often.
        const all = own.isAllowed ? inAll.take('') : own;
        return all.isAllowed ? own : all;
      },
    },
  };
}
