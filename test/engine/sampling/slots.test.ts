import fc from 'fast-check';
import { expect, test } from 'vitest';
import { phaseOf, slotAfter } from '../../../engine/cameras/thread/reader-thread.ts';

const NEVER = Number.POSITIVE_INFINITY;
test.each<[reason: string, nowMs: number, periodMs: number, phase: number, expected: number]>([
  ['a slot is after now, never now', 0, 1000, 0, 1000],
  ['on the slot', 1000, 1000, 0, 2000],
  ['shifted by the phase', 0, 1000, 0.25, 250],
  ['past the phase', 300, 1000, 0.25, 1250],
  ['a camera that is not wanted has no next slot', 5, NEVER, 0.5, NEVER],
])('slots: %s', (_, nowMs, periodMs, phase, expected) => {
  expect(slotAfter(nowMs, periodMs, phase)).toBe(expected);
});

test('slots: the next slot is at most a period away', () => {
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

test('slots: cameras are spread: no two of n are closer than a third of an even share', () => {
  for (const n of [2, 3, 5, 8, 24, 100, 333]) {
    const phases = Array.from({ length: n }, (_, i) => phaseOf(i)).sort((a, b) => a - b);
    const gaps = phases.map((phase, i) => (phases[i + 1] ?? 1 + (phases[0] ?? 0)) - phase);
    expect(Math.min(...gaps)).toBeGreaterThan(1 / (3 * n));
  }
});
