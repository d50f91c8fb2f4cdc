/** Door of the sessions: classes on their dates, what their names mean, and a gym as reports see it. */

export { foldName, slugOf } from './fold-name.ts';
export { createNameReader, type NameReader } from './person-name.ts';
export {
  type Attendance,
  type AttendanceSource,
  bySessionStart,
  type ClassSession,
  QUALITY_REASONS,
  type Quality,
  type QualityReason,
  type SessionStatus,
  statusAt,
  type Trainer,
} from './session.ts';
export { type GymView, type ReportGym, type RoomState, type RoomView, VIEW_DAYS } from './view.ts';
