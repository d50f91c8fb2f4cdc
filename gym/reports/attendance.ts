/** How many people came over a range of dates: the sums, and each date for itself. */

import type { Static } from 'typebox';
import { addDays } from '../calendar/zone.ts';
import { tableOf } from '../figures/class-table.ts';
import { dayOf } from '../figures/wall.ts';
import type { GymView } from '../sessions/view.ts';
import { COVERAGE, coverageOf } from './covered.ts';
import { date, list, object } from './fields/field.ts';
import { CLASSES, classesOf } from './figures/figures.ts';
import { HEAD, headOf, RANGE } from './head.ts';
import { type DateRange, daysIn, WINDOW_DAYS } from './period.ts';

const DAY = object('AttendanceDay', 'One date. Its basis is that of its own classes.', {
  date: date('The day.'),
  ...CLASSES,
});

export const ATTENDANCE = object(
  'Attendance',
  'How many people came over a range of dates, and on each.',
  {
    ...HEAD,
    ...RANGE,
    ...COVERAGE,
    ...CLASSES,
    days: list(DAY, WINDOW_DAYS, 'Each date of `covered`, those without classes too; the last 42.'),
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
