/** The day of a gym: its classes, how many people came, the best of them, and who is in the rooms now. */

import type { CalendarDate } from '../calendar/index.ts';
import type { RoomView } from '../sessions/index.ts';
import type { AttendanceBasis } from './figures.ts';
import type { ReportHead } from './head.ts';
import type { NoShowsBasis, SessionFacts } from './session-facts.ts';

export interface SummaryReport extends ReportHead {
  readonly date: CalendarDate;
  /** All classes of the date, cancelled ones too. */
  readonly totalClasses: number;
  readonly completedClasses: number;
  readonly cancelledClasses: number;
  readonly attendanceBasis: AttendanceBasis | null;
  /** The n of `totalAttendance`. */
  readonly gradedClasses: number;
  /** People in classes that have ended; 0 where none has, null where none of them was counted. */
  readonly totalAttendance: number | null;
  /** Of all classes of the date that are not cancelled, future ones too; null where none says it. */
  readonly totalBooked: number | null;
  /** As `totalBooked`. */
  readonly totalCapacity: number | null;
  /** The n of `fillRate`: ended, graded, capacity known. */
  readonly ratedClasses: number;
  readonly fillRate: number | null;
  /** Of classes that have ended. */
  readonly noShows: number | null;
  readonly noShowsBasis: NoShowsBasis | null;
  readonly noShowClasses: number;
  /** By start, then name; at most 500. */
  readonly classes: readonly SessionFacts[];
  /** The best three that have ended or run: by fill, then attendance, then name. */
  readonly topClasses: readonly SessionFacts[];
  readonly rooms: readonly RoomView[];
}
