/**
 * Which days of a range a gym's data cover, and which of an earlier range compare with them. The rule of the last day:
 * docs/method.md#covered-days.
 */

import { Type } from 'typebox';
import { addDays, dateAt, weekdayOf } from '../calendar/zone.ts';
import type { GymView } from '../sessions/view.ts';
import { missingNote, noChangeNote, sameDaysNote } from './covered-notes.ts';
import { date, list, nullable, object } from './fields/field.ts';
import { type DateRange, daysIn, type Horizon, todayOf } from './period.ts';

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
export function knownDaysOf(
  starts: KnownStarts | null,
  timezone: string,
  nowUtcMs: number,
): DateRange | null {
  if (starts === null) return null;
  const days = starts.lastUtcMs.map((atUtcMs) => dateAt(timezone, atUtcMs));
  const weekdays = new Set(days.map(weekdayOf));
  const today = dateAt(timezone, nowUtcMs);
  let to = days.reduce((one, other) => (other > one ? other : one));
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

export function horizonOf(view: GymView): Horizon {
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

/**
 * The range to compare with over as many days as have begun and are covered of `range`, where both have the same length
 * and some of its days are still to come.
 */
export function overSameDays(
  range: DateRange,
  compare: DateRange,
  { known, today }: Horizon,
): DateRange {
  const begun = sharedDays({ from: range.from, to: range.to < today ? range.to : today }, known);
  if (begun === null || begun.to === range.to || daysIn(compare) !== daysIn(range)) return compare;
  return { from: compare.from, to: addDays(compare.from, daysIn({ ...range, to: begun.to }) - 1) };
}

/** Whether the data cover the days of both ranges, up to today. */
export function isComparable(
  range: DateRange,
  compare: DateRange,
  { known }: Pick<Horizon, 'known'>,
): boolean {
  return (
    known !== null &&
    known.from <= range.from &&
    known.from <= compare.from &&
    compare.to <= known.to
  );
}

/** What is to be known of two ranges that are compared. */
export function comparisonNotes(range: DateRange, compare: DateRange, horizon: Horizon): string[] {
  return [sameDaysNote, noChangeNote]
    .map((note) => note(range, compare, horizon))
    .filter((note) => note !== null);
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
  return {
    covered: sharedDays(range, horizon.known),
    notes: [missingNote(range, horizon)].filter((note) => note !== null),
  };
}
