/** Door of the attendance: from counts over a time to people present. The method is told in `docs/counting.md`. */

export { type BodyCount, estimateBodyCount } from './body-count.ts';
export {
  type Calibration,
  type CameraRule,
  type CountError,
  type CountedClass,
  calibrate,
} from './calibration.ts';
export type { AttendanceSample, CameraCounts, OverlapCounts } from './camera-counts.ts';
export { emptyRoomBaseline } from './empty-room.ts';
export { estimateAttendance } from './estimate.ts';
export { type EstimateInput, SAMPLES_MARGIN_MS } from './estimate-input.ts';
export {
  ATTENDANCE_METHOD,
  type AttendanceEstimate,
  type AttendanceFigures,
} from './estimate-result.ts';
