/** How many people came over a range of dates: the sums, and each date for itself. */

import { type Static, Type } from 'typebox';
import { addDays } from '../calendar/zone.ts';
import { tableOf } from '../figures/class-table.ts';
import { dayOf } from '../figures/wall.ts';
import type { GymView } from '../sessions/view.ts';
import { COVERAGE, coverageOf } from './covered.ts';
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
    ...COVERAGE,
    ...CLASSES,
    days: Type.Array(DAY, {
      maxItems: WINDOW_DAYS,
      description: 'Each date of `covered`, those without classes too; the last 42.',
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
  const coverage = coverageOf(view, range);
  const { covered } = coverage;
  const days = covered === null ? 0 : Math.min(WINDOW_DAYS, daysIn(covered));
  return {
    ...headOf(view),
    from: range.from,
    to: range.to,
    ...coverage,
    ...classesOf(classes, view.nowUtcMs),
    days: Array.from({ length: days }, (_, n) => {
      const date = addDays(covered?.to ?? range.to, n + 1 - days);
      const wanted = dayOf(date);
      const own = classes.filter(({ day }) => day === wanted);
      return { date, ...classesOf(own, view.nowUtcMs) };
    }),
  };
}
