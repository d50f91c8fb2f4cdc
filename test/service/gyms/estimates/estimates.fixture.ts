/** Orders, and counts in a real history for them. */

import type { EstimateOrder } from '../../../../service/gyms/estimates/order.ts';
import type { History } from '../../../../store/history/history.ts';
import { sampleAt } from '../../../store/history/folder.fixture.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Of the class. */
export const START_UTC_MS = Date.UTC(2026, 10, 20, 18, 0);

/** An hour's class in a room with one camera, looked at every ten seconds; it has just ended. */
export function orderOf(said: Partial<EstimateOrder> = {}): EstimateOrder {
  return {
    startsUtcMs: START_UTC_MS,
    endsUtcMs: START_UTC_MS + HOUR_MS,
    nowUtcMs: START_UTC_MS + 2 * HOUR_MS,
    previousEndsUtcMs: null,
    nextStartsUtcMs: null,
    cameras: [cameraOf('cam')],
    rule: 'max',
    percentile: 0.95,
    staff: 1,
    calibration: null,
    held: [{ fromUtcMs: START_UTC_MS, toUtcMs: START_UTC_MS + HOUR_MS }],
    method: 'as ordered',
    ...said,
  };
}

export function cameraOf(id: string): EstimateOrder['cameras'][number] {
  return {
    id,
    plannedPeriodMs: 10_000,
    hasStaffZone: false,
    hasCountZone: false,
    isWeakDetector: false,
    inputPixels: Number.POSITIVE_INFINITY,
  };
}

/** The camera counts `bodies` every ten seconds between two times, minutes after the start of the class. */
export async function count(
  history: History,
  cameraId: string,
  bodies: number | { readonly count: number; readonly zones: readonly number[] },
  [fromMinute, toMinute]: readonly [number, number],
): Promise<void> {
  const seen = typeof bodies === 'number' ? { count: bodies } : bodies;
  const samples = Array.from({ length: (toMinute - fromMinute) * 6 }, (_, n) =>
    sampleAt(START_UTC_MS + fromMinute * MINUTE_MS + n * 10_000, seen),
  );
  history.append(cameraId, samples);
  await history.flush();
}
