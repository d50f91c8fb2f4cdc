import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAddressLimiter } from '../../../../store/access/limits/address-limiter.ts';
import { createRateLimiter } from '../../../../store/access/limits/rate-limiter.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const open = (perSecond: number) => {
  const clock = new FakeClock();
  const limiter = createAddressLimiter({ perSecond, clock });
  const isAllowed = (id: string) => limiter.takeUnseen() || limiter.take(id).isAllowed;
  return { clock, limiter, isAllowed };
};

describe('the rate of an address', () => {
  it('is counted to the last request where it is low', () => {
    const { limiter, isAllowed } = open(50);
    for (let at = 0; at < 50; at += 1) {
      expect(limiter.takeUnseen()).toBe(false);
      expect(isAllowed('a')).toBe(true);
    }
    expect(isAllowed('a')).toBe(false);
    expect(isAllowed('b')).toBe(true);
  });

  it('needs no address while all together ask for little of a high one', async () => {
    const { limiter, clock } = open(1_000);
    for (let at = 0; at < 100; at += 1) expect(limiter.takeUnseen()).toBe(true);
    expect(limiter.takeUnseen()).toBe(false);
    await clock.advance(100);
    expect(limiter.takeUnseen()).toBe(true);
  });

  it('counts those that were looked at for all together too', () => {
    const { limiter } = open(1_000);
    for (let at = 0; at < 100; at += 1) limiter.take(`${at}`);
    expect(limiter.takeUnseen()).toBe(false);
  });

  it('never gives less than counting each would, a tenth of a burst more, and no higher rate', async () => {
    const moves = fc.array(
      fc.record({
        waitMs: fc.integer({ min: 0, max: 1_500 }),
        requests: fc.integer({ min: 1, max: 1_500 }),
        others: fc.integer({ min: 0, max: 300 }),
      }),
      { minLength: 1, maxLength: 20 },
    );
    await fc.assert(fc.asyncProperty(moves, neverLessHardlyMore), { numRuns: 60 });
  });
});

interface Move {
  readonly waitMs: number;
  readonly requests: number;
  readonly others: number;
}

async function neverLessHardlyMore(moves: readonly Move[]): Promise<void> {
  const rate = 1_000;
  const { clock, isAllowed } = open(rate);
  const exact = createRateLimiter({ perSecond: rate, clock });
  const startMs = clock.monotonicMs();
  let [allowed, due, leastAhead] = [0, 0, 0];
  const ask = () => {
    if (isAllowed('a')) allowed += 1;
    if (exact.take('a').isAllowed) due += 1;
    leastAhead = Math.min(leastAhead, allowed - due);
  };
  for (const { waitMs, requests, others } of moves) {
    await clock.advance(waitMs);
    for (let at = 0; at < others; at += 1) isAllowed(`other ${at}`);
    for (let at = 0; at < requests; at += 1) ask();
    const burst = rate + rate / 10;
    expect(allowed).toBeLessThanOrEqual(burst + (rate * (clock.monotonicMs() - startMs)) / 1_000);
  }
  expect(leastAhead).toBe(0);
}
