/** How far the box's clock is from the head office's, by receipts. Nothing is corrected by it: it is shown. */

/** Above it, or after a step of the clock, times of this box are marked. Chosen here: a class is an hour. */
export const UNSURE_MS = 30_000;
/** A receipt that took longer tells too little of the time. */
const MAX_TRIP_MS = 10_000;
/** How long a step of the clock counts. */
const STEP_MS = 3_600_000;

export interface Trip {
  readonly sentUtcMs: number;
  /** From the sending to the receipt, by the steady clock. */
  readonly tripMs: number;
  readonly hqUtcMs: number;
}

/** Box minus head office, ms, or null where the trip was too long. Right to half of the trip. */
export function skewOf({ sentUtcMs, tripMs, hqUtcMs }: Trip): number | null {
  return tripMs > MAX_TRIP_MS ? null : Math.round(sentUtcMs + tripMs / 2 - hqUtcMs);
}

/** @param lastStepUtcMs when the clock last stepped; null where it never did. */
export function clockSource(
  skewMs: number | null,
  lastStepUtcMs: number | null,
  nowUtcMs: number,
): 'system' | 'unsure' {
  const isOff = skewMs !== null && Math.abs(skewMs) > UNSURE_MS;
  const hasStepped = lastStepUtcMs !== null && Math.abs(nowUtcMs - lastStepUtcMs) < STEP_MS;
  return isOff || hasStepped ? 'unsure' : 'system';
}
