/** The day of a gym: its classes, how many people came, the best of them, and who is in the rooms now. */

import type { CalendarDate } from '../calendar/zone.ts';
import type { GymView, RoomView } from '../sessions/view.ts';
import { type AttendanceBasis, figuresOf, sumOf } from './figures.ts';
import { headOf, type ReportHead } from './head.ts';
import { bySchedule } from './on-schedule.ts';
import { highestFirst, inOrder } from './order.ts';
import { sessionsIn, todayOf } from './period.ts';
import { attendedOf, type NoShowsBasis, type SessionFacts, sessionFacts } from './session-facts.ts';

export interface SummaryReport extends ReportHead {
  readonly date: CalendarDate;
  /** All classes of the date, cancelled ones too. */
  readonly totalClasses: number;
  readonly completedClasses: number;
  readonly cancelledClasses: number;
  readonly attendanceBasis: AttendanceBasis | null;
  /** The n of `totalAttendance`. */
  readonly gradedClasses: number;
  /** People in classes that have ended; null where none of them was counted. */
  readonly totalAttendance: number | null;
  /** Of all classes of the date that are not cancelled, future ones too; null where none says it. */
  readonly totalBooked: number | null;
  /** The n of `totalBooked`. */
  readonly bookedClasses: number;
  /** As `totalBooked`. */
  readonly totalCapacity: number | null;
  /** The n of `totalCapacity`. */
  readonly capacityClasses: number;
  /** The n of `fillRate`: ended, graded, capacity known. */
  readonly ratedClasses: number;
  readonly fillRate: number | null;
  /** Of classes that have ended. */
  readonly noShows: number | null;
  readonly noShowsBasis: NoShowsBasis | null;
  readonly noShowClasses: number;
  /** By start, then name; at most 500. */
  readonly classes: readonly SessionFacts[];
  /** The best three that have ended or run and are counted: by fill, then attendance, then name. */
  readonly topClasses: readonly SessionFacts[];
  readonly rooms: readonly RoomView[];
}

/** Most sessions that a report lists. Chosen here: a gym of 2,000 classes a week has some 290 a day. */
export const MAX_SESSIONS = 500;
const MAX_TOP = 3;

const byFill = inOrder<SessionFacts>(
  highestFirst(({ fillRate }) => fillRate),
  highestFirst(({ session }) => attendedOf(session)),
  (a, b) => bySchedule(a.session, b.session),
);

/**
 * Sums up a date, by default today in the gym's zone. Sessions of the date must be in the view. Rooms are always as they
 * are now.
 */
export function summaryReport(
  view: GymView,
  { date = todayOf(view) }: { readonly date?: CalendarDate } = {},
): SummaryReport {
  const sessions = sessionsIn(view, { from: date, to: date });
  const facts = sessions.toSorted(bySchedule).map((session) => sessionFacts(session, view));
  const figures = figuresOf(sessions, view.nowUtcMs);
  const standing = sessions.filter(({ isCancelled }) => !isCancelled);
  const booked = sumOf(standing, (session) => session.booked);
  const capacity = sumOf(standing, (session) => session.capacity);
  return {
    ...headOf(view),
    date,
    totalClasses: sessions.length,
    completedClasses: figures.heldClasses,
    cancelledClasses: sessions.length - standing.length,
    attendanceBasis: figures.attendanceBasis,
    gradedClasses: figures.gradedClasses,
    totalAttendance: figures.attended,
    totalBooked: booked.sum,
    bookedClasses: booked.known,
    totalCapacity: capacity.sum,
    capacityClasses: capacity.known,
    ratedClasses: figures.ratedClasses,
    fillRate: figures.fillRate,
    noShows: figures.noShows,
    noShowsBasis: figures.noShowsBasis,
    noShowClasses: figures.noShowClasses,
    classes: facts.slice(0, MAX_SESSIONS),
    topClasses: facts.filter(isCounted).sort(byFill).slice(0, MAX_TOP),
    rooms: view.rooms,
  };
}

function isCounted({ status, session }: SessionFacts): boolean {
  return (status === 'completed' || status === 'in_progress') && attendedOf(session) !== null;
}
