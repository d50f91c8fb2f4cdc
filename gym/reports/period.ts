/**
 * Which dates a report speaks of, which of them the data of the gym cover, and what readers must know of those that
 * are missing. The rule of the last day: docs/method.md#covered-days.
 */

import { Type } from 'typebox';
import {
  addDays,
  type CalendarDate,
  dateAt,
  datesRange,
  dayOf,
  weekdayOf,
} from '../calendar/zone.ts';
import type { ClassSession } from '../sessions/session.ts';
import { type GymView, VIEW_DAYS } from '../sessions/view.ts';
import { date, list, nullable, object } from './field.ts';

/** From one date to another, both included, in the gym's zone. */
export interface DateRange {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

export type Horizon = ReturnType<typeof horizonOf>;

export type ReportPeriod = 'day' | 'week';

/** Days of the window of class reports, and of a query that names none, today included. Source: docs/method.md#verdicts. */
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
  return dayOf(to) - dayOf(from) + 1;
}

/** The range of the same length that ends the day before. */
export function rangeBefore(range: DateRange): DateRange {
  return { from: addDays(range.from, -daysIn(range)), to: addDays(range.from, -1) };
}

/** Whether a view has all classes of a range: it reaches to the end of tomorrow. */
export function isInView(view: GymView, { from, to }: DateRange): boolean {
  const today = todayOf(view);
  return from >= addDays(today, -VIEW_DAYS) && to <= addDays(today, 1);
}

/** Classes of the view that start within the range: a class over midnight belongs to the date of its start. */
export function sessionsIn(view: GymView, { from, to }: DateRange): ClassSession[] {
  const { fromUtcMs, toUtcMs } = datesRange(view.gym.timezone, from, to);
  return view.sessions.filter(
    ({ startsUtcMs }) => startsUtcMs >= fromUtcMs && startsUtcMs < toUtcMs,
  );
}

const WEEK_MS = 7 * 86_400_000;

/** Starts of a gym's classes, ms since 1970, UTC: the first, and those of the last seven days that have any. */
export interface KnownStarts {
  readonly firstUtcMs: number;
  readonly lastUtcMs: readonly number[];
}

/**
 * From the day of the first class to that of the last one known, or further, up to today: over days on whose weekday the
 * last known week had no class, for then none is to be expected.
 */
export function knownDaysOf(starts: KnownStarts | null, timezone: string, nowUtcMs: number) {
  if (starts === null) return null;
  const days = starts.lastUtcMs.map((atUtcMs) => dateAt(timezone, atUtcMs));
  const weekdays = new Set(days.map(weekdayOf));
  const today = dateAt(timezone, nowUtcMs);
  let to = days.toSorted().at(-1) ?? today;
  while (to < today && !weekdays.has(weekdayOf(addDays(to, 1)))) to = addDays(to, 1);
  return { from: dateAt(timezone, starts.firstUtcMs), to };
}

/** The days that the gym of a view has classes of; null is none. */
export function knownDays({ known, sessions, gym, nowUtcMs }: GymView): DateRange | null {
  if (known !== undefined) return known;
  const starts = sessions.map(({ startsUtcMs }) => startsUtcMs).sort((a, b) => a - b);
  const [firstUtcMs] = starts;
  if (firstUtcMs === undefined) return null;
  const week = (starts.at(-1) ?? firstUtcMs) - WEEK_MS;
  const lastUtcMs = starts.filter((atUtcMs) => atUtcMs > week);
  return knownDaysOf({ firstUtcMs, lastUtcMs }, gym.timezone, nowUtcMs);
}

/** The days that a gym's classes are known of, and the day that it is. */
export function horizonOf(view: GymView) {
  return { known: knownDays(view), today: todayOf(view) };
}

/** The days that two ranges share; null is none. */
export function sharedDays(one: DateRange, other: DateRange | null): DateRange | null {
  if (other === null) return null;
  const from = one.from > other.from ? one.from : other.from;
  const to = one.to < other.to ? one.to : other.to;
  return from > to ? null : { from, to };
}

export function isCovered(view: GymView, day: string): boolean {
  return sharedDays({ from: day, to: day }, knownDays(view)) !== null;
}

/** The days of a range that have begun and are covered; null is none. */
function begunDays({ from, to }: DateRange, { known, today }: Horizon): DateRange | null {
  return sharedDays({ from, to: to < today ? to : today }, known);
}

/**
 * The range to compare with over as many days as have begun and are covered of `range`, where both have the same length
 * and some of its days are still to come.
 */
export function overSameDays(range: DateRange, compare: DateRange, horizon: Horizon) {
  const begun = begunDays(range, horizon);
  if (begun === null || begun.to === range.to || daysIn(compare) !== daysIn(range)) return compare;
  return { from: compare.from, to: addDays(compare.from, daysIn({ ...range, to: begun.to }) - 1) };
}

/** Whether the data cover the days of both ranges, up to today. */
export function isComparable(range: DateRange, compare: DateRange, horizon: Horizon): boolean {
  return noChangeNote(range, compare, horizon) === null;
}

/** What is to be known of the days of a range, and of those that they are compared with. */
export function rangeNotes(range: DateRange, compare: DateRange | null, horizon: Horizon) {
  const change =
    compare && (noChangeNote(range, compare, horizon) ?? comparedNote(range, compare, horizon));
  return [missingNote(range, horizon), change].filter((note) => note !== null);
}

export const covered = nullable(
  object('Covered', 'The days of the range that the gym’s data cover; null is none of them.', {
    from: date('First day.'),
    to: date('Last day, included.'),
  }),
);

/** What every answer over a range says of its days. */
export const COVERAGE = {
  covered,
  notes: list(
    Type.String(),
    8,
    'What is to be known with the figures, such as days that are missing.',
  ),
};

/** The members {@link COVERAGE}. */
export function coverageOf(view: GymView, range: DateRange) {
  const horizon = horizonOf(view);
  return { covered: sharedDays(range, horizon.known), notes: rangeNotes(range, null, horizon) };
}

/** "The data begin on 13 October, so 1–12 October are missing." */
export function missingNote(range: DateRange, { known, today }: Horizon): string | null {
  if (known === null) return 'No class of the gym is known yet.';
  const begin = `The data begin on ${dayWords(known.from, today)}`;
  const last = known.to < today ? 'The data end on' : 'Classes are known up to';
  const end = `${last} ${dayWords(known.to, today)}`;
  if (range.to < known.from) return `${begin}, after the days that were asked about.`;
  if (range.from > known.to) return `${end}, before the days that were asked about.`;
  const without = (why: string, from: string, to: string) => {
    const verb = from === to ? 'is' : 'are';
    return from > to ? [] : [`${why}, so ${rangeWords({ from, to }, today)} ${verb} missing.`];
  };
  const texts = [
    ...without(begin, range.from, addDays(known.from, -1)),
    ...without(end, addDays(known.to, 1), range.to),
  ];
  return texts.join(' ') || null;
}

/**
 * "The range is not over: 23–24 November are compared with 16–17 November." "31 days are compared with 30.": a sum over more
 * days is larger for that alone.
 */
export function comparedNote(range: DateRange, compare: DateRange, horizon: Horizon) {
  const begun = begunDays(range, horizon);
  if (begun === null) return null;
  const [days, others] = [daysIn(begun), daysIn(compare)];
  if (days !== others) return `${days} days are compared with ${others}.`;
  if (begun.to === range.to) return null;
  const why = begun.to === horizon.today ? 'The range is not over' : 'Days are missing';
  return `${why}: ${comparedWords(begun, compare, horizon.today)}.`;
}

/** "23–24 November are compared with 16–17 November" */
export function comparedWords(range: DateRange, compare: DateRange, today: string): string {
  const verb = range.from === range.to ? 'is' : 'are';
  return `${rangeWords(range, today)} ${verb} compared with ${rangeWords(compare, today)}`;
}

/** "No change is given: the data begin on 13 October, within the earlier range." */
export function noChangeNote(range: DateRange, compare: DateRange, { known, today }: Horizon) {
  if (known === null) return 'No change is given: no class of the gym is known yet.';
  const begin = `No change is given: the data begin on ${dayWords(known.from, today)}`;
  const other = compare.from < range.from ? 'the earlier range' : 'the range to compare with';
  if (compare.to < known.from) return `${begin}, after ${other}.`;
  if (compare.from < known.from) return `${begin}, within ${other}.`;
  if (range.from < known.from) return `${begin}, within the range that was asked about.`;
  if (compare.to <= known.to) return null;
  return `No change is given: classes are known up to ${dayWords(known.to, today)}, and not for all of ${other}.`;
}

/** `13 October`; with its year where that is not the one of today. */
export function dayWords(date: string, today: string): string {
  const isThisYear = date.slice(0, 4) === today.slice(0, 4);
  return new Date(date).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
    timeZone: 'UTC',
  });
}

/** `1–12 October`, `28 September to 12 October`. */
function rangeWords({ from, to }: DateRange, today: string): string {
  if (from === to) return dayWords(to, today);
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8))}–${dayWords(to, today)}`;
  return `${dayWords(from, today)} to ${dayWords(to, today)}`;
}
