import { expect, it } from 'vitest';
import { createLimits } from '../../../../store/access/limits/limits.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const CONFIG = {
  keyRequestsPerSecond: 2,
  addressRequestsPerSecond: 3,
  freeKeysPerMinute: 2,
  freeKeysPerDay: 3,
  freeKeysPerDayInAll: 5,
};

it('keys, addresses and free keys have limits of their own', () => {
  const { keys, addresses, freeKeys } = createLimits(CONFIG, new FakeClock());
  const allowed = (limiter: typeof keys) =>
    Array.from({ length: 5 }, () => limiter.take('a')).filter(({ isAllowed }) => isAllowed).length;
  expect([allowed(keys), allowed(addresses)]).toEqual([2, 3]);
  expect(freeKeys.windows).toEqual([
    { limit: 2, windowS: 60 },
    { limit: 3, windowS: 86_400 },
  ]);
});

it('all addresses together have a limit of free keys, which refused ones do not use up', async () => {
  const clock = new FakeClock();
  const { freeKeys } = createLimits(CONFIG, clock);
  const take = (id: string) => freeKeys.take(id).isAllowed;
  for (let at = 0; at < 20; at += 1) take('a');
  expect([take('b'), take('c'), take('d'), take('e')]).toEqual([true, true, true, false]);
  expect(freeKeys.take('f')).toMatchObject({ isAllowed: false, limit: 5, retryAfterS: 86_400 });
  await clock.advance(86_400_000);
  expect(take('f')).toBe(true);
});
