import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoffMs } from '../../../../engine/cameras/supervision/backoff.ts';

const attempts = fc.integer({ min: 0, max: 5000 });
const randoms = fc.double({ min: 0, max: 1, noNaN: true });

describe('back-off', () => {
  test.each([
    { attempt: 0, hasWorked: true, random: 1, expected: 1000, reason: 'the shortest wait is 1 s' },
    { attempt: 0, hasWorked: true, random: 0, expected: 2000, reason: 'the first is at most 2 s' },
    { attempt: 1, hasWorked: true, random: 0, expected: 4000, reason: 'waits double' },
    { attempt: 3, hasWorked: true, random: 0, expected: 15_000, reason: 'up to 15 s' },
    { attempt: 3, hasWorked: false, random: 0, expected: 16_000, reason: 'or further, if new' },
    { attempt: 5, hasWorked: false, random: 0, expected: 60_000, reason: 'up to 60 s' },
    { attempt: 5, hasWorked: false, random: 1, expected: 30_000, reason: 'half of it is random' },
    { attempt: 99_999, hasWorked: true, random: 0, expected: 15_000, reason: 'and stays there' },
  ])('$reason', ({ attempt, hasWorked, random, expected }) => {
    expect(backoffMs(attempt, hasWorked, random)).toBe(expected);
  });

  test('is never shorter than 1 s nor longer than its limit', () => {
    fc.assert(
      fc.property(attempts, fc.boolean(), randoms, (attempt, hasWorked, random) => {
        const ms = backoffMs(attempt, hasWorked, random);
        expect(ms).toBeGreaterThanOrEqual(1000);
        expect(ms).toBeLessThanOrEqual(hasWorked ? 15_000 : 60_000);
      }),
    );
  });

  test('never shrinks from one failure to the next, for the same luck', () => {
    fc.assert(
      fc.property(attempts, fc.boolean(), randoms, (attempt, hasWorked, random) => {
        expect(backoffMs(attempt + 1, hasWorked, random)).toBeGreaterThanOrEqual(
          backoffMs(attempt, hasWorked, random),
        );
      }),
    );
  });

  test('a camera that has worked never waits longer than a new one', () => {
    fc.assert(
      fc.property(attempts, randoms, (attempt, random) => {
        expect(backoffMs(attempt, true, random)).toBeLessThanOrEqual(
          backoffMs(attempt, false, random),
        );
      }),
    );
  });

  test('spreads cameras that were lost together over half of the wait', () => {
    const waits = Array.from({ length: 11 }, (_, i) => backoffMs(3, true, i / 10));
    expect(Math.max(...waits) - Math.min(...waits)).toBe(7500);
  });
});
