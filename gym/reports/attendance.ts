/** How many people came over a range of dates: the sums, and each date for itself. */

import { type Static, Type } from 'typebox';
import { addDays, type CalendarDate, dateAt } from '../calendar/zone.ts';
import type { ClassSession } from '../sessions/session.ts';
import type { GymView } from '../sessions/view.ts';
import { atStart } from './at-start.ts';
import { closed, date } from './fields/field.ts';
import { CLASSES } from './figures/figures.ts';
import { classesOf } from './figures/sums.ts';
import { HEAD, headOf, RANGE } from './head.ts';
import { type DateRange, daysIn, sessionsIn, WINDOW_DAYS } from './period.ts';

const DAY = Type.Object(
  { date: date('The day.'), ...CLASSES },
  {
    ...closed,
    title: 'AttendanceDay',
    description: 'One date. Its basis is that of its own classes.',
  },
);

export const ATTENDANCE = Type.Object(
  {
    ...HEAD,
    ...RANGE,
    ...CLASSES,
    days: Type.Array(DAY, {
      maxItems: WINDOW_DAYS,
      description: 'Each date of the range, those without classes too; the last 42.',
    }),
  },
  {
    ...closed,
    title: 'Attendance',
    description: 'How many people came over a range of dates, and on each.',
  },
);

export type AttendanceBody = Static<typeof ATTENDANCE>;

/** Sums up a range of dates. Sessions of the range must be in the view. */
export function attendanceReport(view: GymView, range: DateRange): AttendanceBody {
  const { timezone } = view.gym;
  const sessions = sessionsIn(view, range);
  const dateOf = atStart((startsUtcMs) => dateAt(timezone, startsUtcMs));
  const byDate = new Map<CalendarDate, ClassSession[]>();
  for (const session of sessions) {
    const known = byDate.get(dateOf(session));
    if (known === undefined) byDate.set(dateOf(session), [session]);
    else known.push(session);
  }
  const days = Math.min(WINDOW_DAYS, Math.max(0, daysIn(range)));
  return {
    ...headOf(view),
    from: range.from,
    to: range.to,
    ...classesOf(sessions, view.nowUtcMs),
    days: Array.from({ length: days }, (_, n) => {
      const date = addDays(range.to, n + 1 - days);
      return { date, ...classesOf(byDate.get(date) ?? [], view.nowUtcMs) };
    }),
  };
}
