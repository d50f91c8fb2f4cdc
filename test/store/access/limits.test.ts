/** How fast keys and addresses may ask: no stretch of time gets more than its due, whatever comes when. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addressGroup,
  clientAddress,
  createLimits,
  createRateLimiter,
  createWindowLimiter,
  type RateVerdict,
  trustedProxies,
} from '../../../store/access/limits.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const CONFIG = {
  keyRequestsPerSecond: 2,
  addressRequestsPerSecond: 3,
  freeKeysPerMinute: 2,
  freeKeysPerDay: 3,
  freeKeysPerDayInAll: 5,
};
const MINUTE_AND_DAY = [
  { limit: 3, windowS: 60 },
  { limit: 5, windowS: 86_400 },
];

it('keys, addresses and free keys have limits of their own, which a set clock does not change', async () => {
  const clock = new FakeClock();
  const { keys, addresses, freeKeys } = createLimits(CONFIG, clock);
  const allowed = (take: () => RateVerdict) =>
    Array.from({ length: 5 }, take).filter(({ isAllowed }) => isAllowed).length;
  const all = () => [() => keys.take('a'), () => addresses.take(() => 'a')].map(allowed);
  expect(all()).toEqual([2, 3]);
  clock.stepWallClock(3_600_000);
  expect(all()).toEqual([0, 0]);
  expect(freeKeys.windows).toEqual([
    { limit: 2, windowS: 60 },
    { limit: 3, windowS: 86_400 },
  ]);
});

it('of a high rate no address gets more than its burst and a tenth', async () => {
  const clock = new FakeClock();
  const { addresses } = createLimits({ ...CONFIG, addressRequestsPerSecond: 1_000 }, clock);
  const take = () => addresses.take(() => '192.0.2.1').isAllowed;
  const burst = (count: number) => Array.from({ length: count }, take).filter(Boolean).length;
  expect(burst(100)).toBe(100);
  // In a minute at ten times the rate: what drains, and one burst.
  let had = burst(10_000);
  for (let second = 0; second < 60; second += 1) {
    await clock.advance(1_000);
    had += burst(10_000);
  }
  expect(had).toBeLessThanOrEqual(61_000 + 100 * 61);
  await clock.advance(3_000);
  expect(burst(100)).toBe(100);
});

it('all addresses together have a limit of free keys, which refused ones do not use up', async () => {
  const clock = new FakeClock();
  const { freeKeys } = createLimits(CONFIG, clock);
  const take = (id: string) => freeKeys.take(id).isAllowed;
  for (let at = 0; at < 20; at += 1) take('a');
  expect([take('b'), take('c'), take('d'), take('e')]).toEqual([true, true, true, false]);
  expect(freeKeys.take('f')).toMatchObject({ isAllowed: false, retryAfterS: 86_400 });
  await clock.advance(86_400_000);
  expect(take('f')).toBe(true);
});

it('a rate of 20 a second lets 20 go at once, says what is left, then refuses until one has drained', async () => {
  const clock = new FakeClock();
  const limiter = createRateLimiter(20, clock);
  const said = { resetS: 1 };
  for (let left = 19; left >= 0; left -= 1) {
    const verdict = { ...said, isAllowed: true, remaining: left, retryAfterS: 0 };
    expect(limiter.take('a')).toEqual(verdict);
  }
  const refused = { ...said, isAllowed: false, remaining: 0, retryAfterS: 1 };
  for (let at = 0; at < 100; at += 1) expect(limiter.take('a')).toEqual(refused);
  expect(limiter.take('b').isAllowed).toBe(true);
  await clock.advance(49);
  expect(limiter.take('a').isAllowed).toBe(false);
  await clock.advance(1);
  expect([limiter.take('a').isAllowed, limiter.take('a').isAllowed]).toEqual([true, false]);
  await clock.advance(1_000);
  expect(limiter.take('a')).toMatchObject({ isAllowed: true, remaining: 19 });
});

it('no stretch of time gets more than a burst and the rate, and what is said is what happens', async () => {
  const waits = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 120 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60 }), waits, async (perSecond, times) => {
      const clock = new FakeClock();
      const limiter = createRateLimiter(perSecond, clock);
      const allowed: number[] = [];
      let before = limiter.limit;
      for (const waitMs of times) {
        await clock.advance(waitMs);
        const verdict = limiter.take('a');
        const nowMs = clock.monotonicMs();
        if (waitMs === 0) expect(verdict.isAllowed).toBe(before > 0);
        if (verdict.isAllowed) allowed.push(nowMs);
        else expect(verdict.retryAfterS).toBeGreaterThan(0);
        before = verdict.remaining;
        const most = perSecond + (perSecond * (nowMs - (allowed[0] ?? nowMs))) / 1_000;
        expect(allowed.length).toBeLessThanOrEqual(most + 1e-6);
      }
    }),
    { numRuns: 60 },
  );
});

it('a flood of ids frees nobody of a limit, and is forgotten', async () => {
  const clock = new FakeClock();
  const limiter = createRateLimiter(20, clock);
  let allowed = 0;
  for (let second = 0; second < 20; second += 1) {
    for (let at = 0; at < 10_000; at += 1) {
      limiter.take(`198.51.${second}.${at}`);
      if (at % 100 === 0 && limiter.take('victim').isAllowed) allowed += 1;
    }
    await clock.advance(1_000);
  }
  // Asked 100 times in each of 20 instants a second apart: the whole quota each time, never more.
  expect(allowed).toBe(400);
  const small = createRateLimiter(1, clock, 10);
  for (let at = 0; at < 21; at += 1) small.take(`${at}`);
  expect(small.take('0').isAllowed).toBe(true);
});

it('no stretch as long as a window holds more than its limit, and waiting as told is enough', async () => {
  const waits = fc.array(fc.integer({ min: 0, max: 30_000_000 }), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(waits, async (times) => {
      const clock = new FakeClock();
      const limiter = createWindowLimiter(MINUTE_AND_DAY, clock);
      const given: number[] = [];
      for (const waitMs of times) {
        await clock.advance(waitMs % 3 === 0 ? waitMs : waitMs % 9_000);
        const { isAllowed, retryAfterS } = limiter.take('a');
        if (!isAllowed) {
          await clock.advance(retryAfterS * 1_000);
          expect(limiter.take('a').isAllowed).toBe(true);
        }
        given.push(clock.monotonicMs());
      }
      for (const { limit, windowS } of MINUTE_AND_DAY) {
        for (const [at, atMs] of given.entries()) {
          const next = given[at + limit] ?? Number.POSITIVE_INFINITY;
          expect(next - atMs).toBeGreaterThanOrEqual(windowS * 1_000);
        }
      }
    }),
    { numRuns: 60 },
  );
});

const PROXIES = trustedProxies(['127.0.0.1', '10.0.0.0/8', '2001:db8:ffff::/48']);

it.each([
  ['a stranger says what it likes', '198.51.100.1', '203.0.113.9', '198.51.100.1'],
  ['a trusted proxy is believed', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['a chain of trusted proxies', '127.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.7', '203.0.113.9'],
  ['all of them trusted: the farthest', '127.0.0.1', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
  ['an empty header', '127.0.0.1', '', '127.0.0.1'],
  ['garbage beyond a proxy', '127.0.0.1', '203.0.113.9, _hidden, 10.0.0.2', '10.0.0.2'],
  ['a number that only some read as an address', '127.0.0.1', '0x7f.1', '127.0.0.1'],
  ['an IPv6 port', '127.0.0.1', '[2001:db8::9]:4711', '2001:db8::9'],
  ['IPv6 in full', '2001:0db8:ffff:0000:0000:0000:0000:0001', '2001:DB8:0::9', '2001:db8::9'],
  ['IPv4 in IPv6', '::ffff:10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
  ['an interface', '127.0.0.1', 'fe80::1%eth0', 'fe80::1'],
  ['a peer without address', '', '203.0.113.9', ''],
] as const)('the address of a client %s', (_, peer, forwardedFor, expected) => {
  expect(clientAddress(peer, forwardedFor, PROXIES)).toBe(expected);
});

it('the address of a client is what the last trusted proxy added, whatever stands left of it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (invented) => {
      const header = `${invented}, 203.0.113.9, 10.0.0.2`;
      expect(clientAddress('127.0.0.1', header, PROXIES)).toBe('203.0.113.9');
    }),
  );
});

it('the address of a client is found in a header of any length without following it', () => {
  const header = Array.from({ length: 100_000 }, () => '10.0.0.1').join(',');
  expect(clientAddress('127.0.0.1', header, PROXIES)).toBe('10.0.0.1');
});

it('the address of a client needs networks that are some', () => {
  for (const network of ['cloud', '10.0.0.0/33', '::/129'])
    expect(() => trustedProxies([network])).toThrow('CIDR');
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('limits of %s are counted for %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});
