/** How many people came over a range of dates: the sums, and each date for itself. */

import { addDays, type CalendarDate, dateAt } from '../calendar/zone.ts';
import type { ClassSession } from '../sessions/session.ts';
import type { GymView } from '../sessions/view.ts';
import { atStart } from './at-start.ts';
import { type AttendanceFigures, figuresOf } from './figures.ts';
import { grouped } from './groups.ts';
import { headOf, type ReportHead } from './head.ts';
import { type DateRange, daysIn, sessionsIn, WINDOW_DAYS } from './period.ts';

/** Classes of a time, whether they took place or not. */
export interface ClassCounts {
  /** All, cancelled and future ones too. */
  readonly totalClasses: number;
  readonly cancelledClasses: number;
}

export interface AttendanceDay extends AttendanceFigures, ClassCounts {
  readonly date: CalendarDate;
}

export interface AttendanceReport extends ReportHead, DateRange, AttendanceFigures, ClassCounts {
  /**
   * Each date of the range, those without classes too; the last {@link WINDOW_DAYS} of a longer one. A date has the basis
   * of its own classes, which need not be that of the range.
   */
  readonly days: readonly AttendanceDay[];
}

/** Sums up a range of dates. Sessions of the range must be in the view. */
export function attendanceReport(view: GymView, range: DateRange): AttendanceReport {
  const { timezone } = view.gym;
  const sessions = sessionsIn(view, range);
  const byDate = grouped(
    sessions,
    atStart((startsUtcMs) => dateAt(timezone, startsUtcMs)),
  );
  const days = Math.min(WINDOW_DAYS, Math.max(0, daysIn(range)));
  return {
    ...headOf(view),
    from: range.from,
    to: range.to,
    ...countsOf(sessions),
    ...figuresOf(sessions, view.nowUtcMs),
    days: Array.from({ length: days }, (_, n) => {
      const date = addDays(range.to, n + 1 - days);
      const classes = byDate.get(date) ?? [];
      return { date, ...countsOf(classes), ...figuresOf(classes, view.nowUtcMs) };
    }),
  };
}

export function countsOf(sessions: readonly ClassSession[]): ClassCounts {
  return {
    totalClasses: sessions.length,
    cancelledClasses: sessions.filter(({ isCancelled }) => isCancelled).length,
  };
}
