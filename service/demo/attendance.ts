/** Who was in the classes of the sample gym, by the real estimator over generated counts. */

import { estimateAttendance } from '../../gym/attendance/estimate/estimate.ts';
import type { AttendanceEstimate } from '../../gym/attendance/sample.ts';
import { sampleGym } from './gym.ts';
import { headCounts } from './head-counts.ts';
import type { Occurrence } from './occurrence.ts';

/** Estimates of classes that are over; they go when their dates do. */
const settled = new WeakMap<Occurrence, AttendanceEstimate>();

/**
 * The estimate of a class as it stands at `nowUtcMs`; one that runs is estimated over what has passed of it. Two classes
 * of a room lie far enough apart (see `TIMETABLE`) not to see each other's people. Cost: about 1 ms for the first time.
 */
export function attendanceOf(occurrence: Occurrence, nowUtcMs: number): AttendanceEstimate {
  const known = settled.get(occurrence);
  const isOver = occurrence.endsUtcMs <= nowUtcMs;
  if (isOver && known !== undefined) return known;
  const { percentile, staff } = sampleGym().attendance;
  const estimate = estimateAttendance({
    startsUtcMs: occurrence.startsUtcMs,
    endsUtcMs: occurrence.endsUtcMs,
    nowUtcMs: isOver ? occurrence.endsUtcMs : nowUtcMs,
    previousEndsUtcMs: null,
    nextStartsUtcMs: null,
    cameras: [headCounts(occurrence, isOver ? Number.POSITIVE_INFINITY : nowUtcMs)],
    rule: 'max',
    percentile,
    staff,
    calibration: null,
    emptyRoomBaseline: null,
  });
  if (isOver) settled.set(occurrence, estimate);
  return estimate;
}

/** Classes estimated in a row before others have their turn: some 10 ms. */
const SLICE = 10;

/** Estimates classes that are over, a few at a time, so that answers are not held up. Stops early when aborted. */
export async function settleAll(
  occurrences: readonly Occurrence[],
  nowUtcMs: number,
  signal?: AbortSignal,
): Promise<void> {
  for (const [at, occurrence] of occurrences.entries()) {
    if (signal?.aborted === true) return;
    if (occurrence.isCancelled || occurrence.endsUtcMs > nowUtcMs) continue;
    attendanceOf(occurrence, nowUtcMs);
    if (at % SLICE === SLICE - 1) await new Promise((resolve) => setImmediate(resolve));
  }
}
