/** Who was in the classes of the demo's history, by the real estimator over generated counts. */

import { type AttendanceEstimate, estimateAttendance } from '../attendance/index.ts';
import type { AttendanceConfig } from '../config/index.ts';
import { headCounts } from './head-counts.ts';
import type { Occurrence } from './occurrence.ts';

/**
 * The estimate of a class as it stands at `nowUtcMs`; one that runs is estimated over what has passed of it. Two classes
 * of a room lie far enough apart (see `TIMETABLE`) not to see each other's people.
 */
export function attendanceOf(
  occurrence: Occurrence,
  { percentile, staff }: AttendanceConfig,
  nowUtcMs: number,
): AttendanceEstimate {
  return estimateAttendance({
    startsUtcMs: occurrence.startsUtcMs,
    endsUtcMs: occurrence.endsUtcMs,
    nowUtcMs,
    previousEndsUtcMs: null,
    nextStartsUtcMs: null,
    cameras: [headCounts(occurrence, nowUtcMs)],
    rule: 'max',
    percentile,
    staff,
    calibration: null,
    emptyRoomBaseline: null,
  });
}
