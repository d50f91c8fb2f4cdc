/** What is told of how much somebody may still ask: the fields of draft-ietf-httpapi-ratelimit-headers-11. */

import type { RateLimiter, RateVerdict } from '../../store/access/limits/rate-limiter.ts';
import type { Headers } from '../http/message.ts';

interface Quota {
  readonly name: 'address' | 'burst' | 'lookups';
  readonly quota: number;
  readonly remaining: number;
  /** Seconds; null for a quota that does not come back by itself. */
  readonly time: { readonly windowS: number; readonly resetS: number } | null;
}

export function rateQuota(
  name: 'address' | 'burst',
  { limit, windowS }: RateLimiter,
  { remaining, resetS }: RateVerdict,
): Quota {
  return { name, quota: limit, remaining, time: { windowS, resetS } };
}

export function lookupQuota(quota: number, remaining: number): Quota {
  return { name: 'lookups', quota, remaining, time: null };
}

const NONE: Headers = [];

/** What {@link withBurst} gave last. */
let last = { caching: NONE, limit: 0, windowS: 0, remaining: 0, resetS: 0, headers: NONE };

/** `caching`, and what a key without a limit of lookups has left. The same list as before where it says the same. */
export function withBurst(
  caching: Headers,
  { limit, windowS }: RateLimiter,
  { remaining, resetS }: RateVerdict,
): Headers {
  const isSameLimit = last.limit === limit && last.windowS === windowS;
  const isSameLeft = last.remaining === remaining && last.resetS === resetS;
  if (isSameLimit && isSameLeft && last.caching === caching) return last.headers;
  const policy: Headers = isSameLimit
    ? last.headers.slice(-2, -1)
    : [['RateLimit-Policy', `"burst";q=${limit};w=${windowS}`]];
  const left = ['RateLimit', `"burst";r=${remaining};t=${resetS}`] as const;
  const headers = [...caching, ...policy, left];
  last = { caching, limit, windowS, remaining, resetS, headers };
  return headers;
}

/** `"burst";r=19;t=1, "lookups";r=99`: what is left, beside what there is in all. */
export function rateFields(quotas: readonly Quota[]): Headers {
  let policy = '';
  let left = '';
  for (const { name, quota, remaining, time } of quotas) {
    const comma = left === '' ? '' : ', ';
    policy += `${comma}"${name}";q=${quota}`;
    left += `${comma}"${name}";r=${remaining}`;
    if (time !== null) {
      policy += `;w=${time.windowS}`;
      left += `;t=${time.resetS}`;
    }
  }
  return [
    ['RateLimit-Policy', policy],
    ['RateLimit', left],
  ];
}
