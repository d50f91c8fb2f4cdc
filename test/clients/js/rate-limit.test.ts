/** What the fields of an answer say of how much is left. */

import { expect, it } from 'vitest';
import { rateLimitIn } from '../../../clients/js/src/rate-limit.ts';

const told = (policy: string | null, left: string | null) => {
  const headers = new Headers();
  if (policy !== null) headers.set('RateLimit-Policy', policy);
  if (left !== null) headers.set('RateLimit', left);
  return rateLimitIn(headers);
};

it('what is missing or not known is left out', () => {
  const address = { quota: null, remaining: 0, window_s: null, reset_s: 1 };
  expect(told(null, '"address";r=0;t=1')).toEqual({ address });
  const burst = { quota: null, remaining: null, window_s: null, reset_s: null };
  expect(told('"other";q=1', ', ;, "burst";r=x')).toEqual({ burst });
  expect(told(null, null)).toBeNull();
});
