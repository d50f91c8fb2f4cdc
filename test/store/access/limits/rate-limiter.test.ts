import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../../../store/access/limits/rate-limiter.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

function open(perSecond: number, remembered?: number) {
  const clock = new FakeClock();
  return {
    clock,
    limiter: createRateLimiter({ perSecond, clock, ...(remembered && { remembered }) }),
  };
}

describe('a rate of 20 a second', () => {
  it('lets 20 go at once, says what is left, then refuses until one has drained', async () => {
    const { limiter, clock } = open(20);
    expect([limiter.limit, limiter.windowS]).toEqual([20, 1]);
    for (let at = 1; at <= 20; at += 1) {
      expect(limiter.take('a')).toEqual({
        isAllowed: true,
        limit: 20,
        remaining: 20 - at,
        resetS: 1,
        retryAfterS: 0,
      });
    }
    const refused = { isAllowed: false, limit: 20, remaining: 0, resetS: 1, retryAfterS: 1 };
    for (let at = 0; at < 100; at += 1) expect(limiter.take('a')).toEqual(refused);
    expect(limiter.take('b').isAllowed).toBe(true);
    await clock.advance(49);
    expect(limiter.take('a').isAllowed).toBe(false);
    await clock.advance(1);
    expect(limiter.take('a').isAllowed).toBe(true);
    expect(limiter.take('a').isAllowed).toBe(false);
    await clock.advance(1_000);
    expect(limiter.take('a')).toMatchObject({ isAllowed: true, remaining: 19 });
  });

  it('does not care for a wall clock that is set', async () => {
    const { limiter, clock } = open(1);
    expect(limiter.take('a').isAllowed).toBe(true);
    clock.stepWallClock(3_600_000);
    expect(limiter.take('a').isAllowed).toBe(false);
    clock.stepWallClock(-7_200_000);
    await clock.advance(1_000);
    expect(limiter.take('a').isAllowed).toBe(true);
  });
});

it('no stretch of time gets more than a burst and the rate, and what is said is what happens', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 120 }),
      async (perSecond, waits) => {
        const { limiter, clock } = open(perSecond);
        const allowed: number[] = [];
        let before = limiter.limit;
        for (const waitMs of waits) {
          await clock.advance(waitMs);
          const verdict = limiter.take('a');
          const nowMs = clock.monotonicMs();
          if (waitMs === 0) expect(verdict.isAllowed).toBe(before > 0);
          if (verdict.isAllowed) allowed.push(nowMs);
          else expect(verdict.retryAfterS).toBeGreaterThan(0);
          before = verdict.remaining;
          const from = allowed[0] ?? nowMs;
          const most = perSecond + (perSecond * (nowMs - from)) / 1_000;
          expect(allowed.length).toBeLessThanOrEqual(most + 1e-6);
        }
      },
    ),
    { numRuns: 60 },
  );
});

it('remembers no more ids than it may: after twice as many others one is new again', () => {
  const { limiter } = open(1, 10);
  const others = (count: number) => {
    for (let at = 0; at < count; at += 1) limiter.take(`other ${count} ${at}`);
  };
  expect(limiter.take('a').isAllowed).toBe(true);
  others(9);
  expect(limiter.take('a').isAllowed).toBe(false);
  others(20);
  expect(limiter.take('a').isAllowed).toBe(true);
});

it('a flood of ids, ten thousand a second, frees nobody of a limit', async () => {
  const { limiter, clock } = open(20);
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
});
