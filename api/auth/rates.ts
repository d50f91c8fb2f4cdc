/** What is told of how much somebody may still ask: the fields of draft-ietf-httpapi-ratelimit-headers-11. */

import type { RateLimiter, RateVerdict } from '../../engine/index.ts';
import type { Headers } from '../routes/route.ts';

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

/** `"burst";r=19;t=1, "lookups";r=99`: what is left, beside what there is in all. */
export function rateFields(quotas: readonly Quota[]): Headers {
  const policy = quotas.map(({ name, quota, time }) =>
    time === null ? `"${name}";q=${quota}` : `"${name}";q=${quota};w=${time.windowS}`,
  );
  const left = quotas.map(({ name, remaining, time }) =>
    time === null ? `"${name}";r=${remaining}` : `"${name}";r=${remaining};t=${time.resetS}`,
  );
  return [
    ['RateLimit-Policy', policy.join(', ')],
    ['RateLimit', left.join(', ')],
  ];
}
