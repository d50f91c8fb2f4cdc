/** How many people came over a range of dates: the sums, and each date for itself. */

import { type Static, Type } from 'typebox';
import { addDays } from '../calendar/zone.ts';
import { tableOf } from '../figures/class-table.ts';
import { dayOf } from '../figures/wall.ts';
import type { GymView } from '../sessions/view.ts';
import { closed, date } from './fields/field.ts';
import { CLASSES, classesOf } from './figures/figures.ts';
import { HEAD, headOf, RANGE } from './head.ts';
import { type DateRange, daysIn, WINDOW_DAYS } from './period.ts';

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
  const classes = tableOf(view).within(range);
  const days = Math.min(WINDOW_DAYS, Math.max(0, daysIn(range)));
  return {
    ...headOf(view),
    from: range.from,
    to: range.to,
    ...classesOf(classes, view.nowUtcMs),
    days: Array.from({ length: days }, (_, n) => {
      const date = addDays(range.to, n + 1 - days);
      const wanted = dayOf(date);
      const own = classes.filter(({ day }) => day === wanted);
      return { date, ...classesOf(own, view.nowUtcMs) };
    }),
  };
}
