import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { phaseOf, slotAfter } from '../../../engine/cameras/thread/reader-thread.ts';

describe('slots', () => {
  test.each([
    {
      nowMs: 0,
      periodMs: 1000,
      phase: 0,
      expected: 1000,
      reason: 'a slot is after now, never now',
    },
    { nowMs: 999, periodMs: 1000, phase: 0, expected: 1000, reason: 'just before' },
    { nowMs: 1000, periodMs: 1000, phase: 0, expected: 2000, reason: 'on the slot' },
    { nowMs: 1001, periodMs: 1000, phase: 0, expected: 2000, reason: 'just after' },
    { nowMs: 0, periodMs: 1000, phase: 0.25, expected: 250, reason: 'shifted by the phase' },
    { nowMs: 300, periodMs: 1000, phase: 0.25, expected: 1250, reason: 'past the phase' },
    {
      nowMs: 5,
      periodMs: Number.POSITIVE_INFINITY,
      phase: 0.5,
      expected: Number.POSITIVE_INFINITY,
      reason: 'a camera that is not wanted has no next slot',
    },
  ])('$reason', ({ nowMs, periodMs, phase, expected }) => {
    expect(slotAfter(nowMs, periodMs, phase)).toBe(expected);
  });

  test('the next slot is at most a period away', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e10, noNaN: true }),
        fc.double({ min: 0.1, max: 1e7, noNaN: true }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (nowMs, periodMs, phase) => {
          const slotMs = slotAfter(nowMs, periodMs, phase);
          expect(slotMs).toBeGreaterThan(nowMs);
          expect(slotMs - nowMs).toBeLessThanOrEqual(periodMs * (1 + 1e-6) + 1e-3);
        },
      ),
    );
  });

  test('cameras are spread: no two of n are closer than a third of an even share', () => {
    for (const n of [2, 3, 5, 8, 24, 100, 333]) {
      const phases = Array.from({ length: n }, (_, i) => phaseOf(i)).sort((a, b) => a - b);
      const gaps = phases.map((phase, i) => (phases[i + 1] ?? 1 + (phases[0] ?? 0)) - phase);
      expect(Math.min(...gaps)).toBeGreaterThan(1 / (3 * n));
    }
  });
});
