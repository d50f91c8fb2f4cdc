import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createWindowLimiter } from '../../../../store/access/limits/window-limiter.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const WINDOWS = [
  { limit: 5, windowS: 60 },
  { limit: 50, windowS: 86_400 },
];

it('five a minute and fifty a day: it speaks of the one that is to be waited for', async () => {
  const clock = new FakeClock();
  const limiter = createWindowLimiter({ windows: WINDOWS, clock });
  for (let left = 4; left >= 0; left -= 1) {
    expect(limiter.take('a')).toEqual({
      isAllowed: true,
      limit: 5,
      remaining: left,
      resetS: 60,
      retryAfterS: 0,
    });
    await clock.advance(1_000);
  }
  expect(limiter.take('a')).toEqual({
    isAllowed: false,
    limit: 5,
    remaining: 0,
    resetS: 59,
    retryAfterS: 55,
  });
  expect(limiter.take('b').isAllowed).toBe(true);
  await clock.advance(55_000);
  expect(limiter.take('a').isAllowed).toBe(true);
  for (let given = 6; given < 50; given += 1) {
    await clock.advance(60_000);
    expect(limiter.take('a').isAllowed).toBe(true);
  }
  await clock.advance(60_000);
  const verdict = limiter.take('a');
  expect(verdict).toMatchObject({ isAllowed: false, limit: 50, remaining: 0 });
  await clock.advance(verdict.retryAfterS * 1_000);
  expect(limiter.take('a').isAllowed).toBe(true);
});

it('no stretch as long as a window holds more than its limit, and waiting as told is enough', async () => {
  const windows = [
    { limit: 3, windowS: 10 },
    { limit: 5, windowS: 60 },
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 9_000 }), { maxLength: 60 }),
      async (waits) => {
        const clock = new FakeClock();
        const limiter = createWindowLimiter({ windows, clock });
        const given: number[] = [];
        for (const waitMs of waits) {
          await clock.advance(waitMs);
          const { isAllowed, retryAfterS } = limiter.take('a');
          if (isAllowed) given.push(clock.monotonicMs());
          else {
            await clock.advance(retryAfterS * 1_000);
            expect(limiter.take('a').isAllowed).toBe(true);
            given.push(clock.monotonicMs());
          }
        }
        for (const { limit, windowS } of windows) {
          for (const [at, atMs] of given.entries()) {
            const next = given[at + limit];
            if (next !== undefined) expect(next - atMs).toBeGreaterThanOrEqual(windowS * 1_000);
          }
        }
      },
    ),
    { numRuns: 60 },
  );
});
