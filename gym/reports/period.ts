/** Which dates a report speaks of: today, the week that ends today, the window of the class reports. */

import {
  addDays,
  type CalendarDate,
  dateAt,
  datesRange,
  type InstantRange,
  weekdayOf,
} from '../calendar/zone.ts';
import type { ClassSession } from '../sessions/session.ts';
import { type GymView, VIEW_DAYS } from '../sessions/view.ts';

/** From one date to another, both included, in the gym's zone. */
export interface DateRange {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** The days that a gym's classes are known of, and the day that it is. */
export interface Horizon {
  readonly known: DateRange | null;
  readonly today: string;
}

export type ReportPeriod = 'day' | 'week';

/** Days of the window of class reports, today included. Source: docs/method.md#verdicts. */
export const WINDOW_DAYS = 42;

/** The date on the gym's wall at the instant of the view. */
export function todayOf(view: GymView): CalendarDate {
  return dateAt(view.gym.timezone, view.nowUtcMs);
}

/** `day` is `date` alone, `week` the seven days that end with it; `date` is today where left out. */
export function periodRange(
  view: GymView,
  period: ReportPeriod,
  date: CalendarDate = todayOf(view),
): DateRange {
  return { from: period === 'day' ? date : addDays(date, -6), to: date };
}

/** The {@link WINDOW_DAYS} that end with `to`, which is today where left out. */
export function windowRange(view: GymView, to: CalendarDate = todayOf(view)): DateRange {
  return { from: addDays(to, 1 - WINDOW_DAYS), to };
}

/** The Monday of the week that a date is in. */
export function mondayOf(date: CalendarDate): CalendarDate {
  return addDays(date, 1 - weekdayOf(date));
}

/** Days in a range, both ends included. */
export function daysIn({ from, to }: DateRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** The range of the same length that ends the day before. */
export function rangeBefore(range: DateRange): DateRange {
  return { from: addDays(range.from, -daysIn(range)), to: addDays(range.from, -1) };
}

/** The later half; of an odd number of days the one in the middle belongs to it. */
export function secondHalf(range: DateRange): DateRange {
  return { from: addDays(range.from, Math.floor(daysIn(range) / 2)), to: range.to };
}

/** A range as instants of the gym's zone. */
export function rangeInstants(view: GymView, { from, to }: DateRange): InstantRange {
  return datesRange(view.gym.timezone, from, to);
}

/** Whether a view has all classes of a range: it reaches to the end of tomorrow. */
export function isInView(view: GymView, { from, to }: DateRange): boolean {
  const today = todayOf(view);
  return from >= addDays(today, -VIEW_DAYS) && to <= addDays(today, 1);
}

/** Classes of the view that start within the range: a class over midnight belongs to the date of its start. */
export function sessionsIn(view: GymView, range: DateRange): ClassSession[] {
  const { fromUtcMs, toUtcMs } = rangeInstants(view, range);
  return view.sessions.filter(
    ({ startsUtcMs }) => startsUtcMs >= fromUtcMs && startsUtcMs < toUtcMs,
  );
}
