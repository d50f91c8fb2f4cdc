/**
 * The grid on which a camera falls due: instants `(n + phase) × period` of the monotonic clock, the phase being the
 * camera's own. Cameras of equal period are spread over it, so that they do not all fall due at once, and a late sample
 * does not shift those after it.
 */

/**
 * The fractional part of the golden ratio: its multiples modulo 1 lie as evenly as any sequence of unknown length can
 * (https://en.wikipedia.org/wiki/Low-discrepancy_sequence, additive recurrence).
 */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Phase of the n-th camera, 0..1 without 1. */
export function phaseOf(n: number): number {
  return (n * GOLDEN) % 1;
}

/**
 * The first slot after `nowMs`.
 *
 * @param periodMs above 0; Infinity for a camera that is not to be sampled now, whose next slot is never.
 */
export function slotAfter(nowMs: number, periodMs: number, phase: number): number {
  if (!(periodMs > 0)) {
    throw new RangeError(`a sampling period is above 0 ms, not ${periodMs}`);
  }
  if (periodMs === Number.POSITIVE_INFINITY) {
    return periodMs;
  }
  const slotMs = (Math.floor(nowMs / periodMs - phase) + 1 + phase) * periodMs;
  // Rounding may land exactly on now.
  return slotMs > nowMs ? slotMs : slotMs + periodMs;
}
