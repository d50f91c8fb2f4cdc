/** One class over a range: all its weekdays and times together and each for itself, week by week, and every occurrence. */

import { addDays, type CalendarDate, weekdayOf } from '../calendar/zone.ts';
import { foldName } from '../sessions/fold-name.ts';
import type { ClassSession } from '../sessions/session.ts';
import type { GymView } from '../sessions/view.ts';
import { moneyIn } from './answers/figures.ts';
import { type ClassCounts, countsOf } from './attendance.ts';
import { type ClassRow, classRow } from './class-row.ts';
import { type AttendanceFigures, figuresOf } from './figures.ts';
import { createFold } from './fold.ts';
import { headOf, type ReportHead } from './head.ts';
import { type ClassMoney, classMoney, type MoneyTotals, totalMoney } from './money/money.ts';
import { lastOnSchedule } from './on-schedule.ts';
import { byText, inOrder } from './order.ts';
import { type ClassExtent, extentOf } from './performance-row.ts';
import { type DateRange, daysIn, rangeInstants, secondHalf, within } from './period.ts';
import type { ClassReview } from './review.ts';
import { reviewSeries } from './reviews.ts';
import { type ClassSeries, seriesOf } from './series.ts';
import { isHeld, type SessionFacts, sessionFacts } from './session-facts.ts';
import { trendOf } from './trend.ts';

/** A class by name, whatever its weekday, time and room; or the one of an id. */
export type ClassChoice = { readonly className: string } | { readonly classId: string };

export interface ClassWeek extends DateRange, AttendanceFigures, ClassCounts {}

export interface ClassSeriesRow extends ClassRow, ClassExtent {
  readonly money: ClassMoney;
}

export interface ClassReport extends ReportHead, DateRange, AttendanceFigures, ClassCounts {
  /** As the newest of its classes writes it. */
  readonly name: string;
  /** Null where the class was asked for by name. */
  readonly classId: string | null;
  /** Fill of the second half of the range less that of the first; null where a half has none or is shorter than a week. */
  readonly trend: number | null;
  /** ISO 4217; null is unknown. */
  readonly currency: string | null;
  readonly money: MoneyTotals;
  /** Calendar weeks of the range from Monday, cut at its ends; the last 7. Those without classes too. */
  readonly weeks: readonly ClassWeek[];
  /** By weekday and time; those that took place or were cancelled within the range. At most 100. */
  readonly series: readonly ClassSeriesRow[];
  /** By start, cancelled and future ones too: the last 100. */
  readonly occurrences: readonly SessionFacts[];
}

const MAX_SERIES = 100;
const MAX_OCCURRENCES = 100;
/** Weeks that 42 days can touch. */
const MAX_WEEKS = 7;
/** In shorter halves stand other weekdays, which says nothing of where a class is going. */
const TREND_DAYS = 14;

const byTime = inOrder<ClassReview>(
  (a, b) => a.series.minuteOfWeek - b.series.minuteOfWeek,
  byText(({ series }) => series.classId),
);

/**
 * Reports on a class. Sessions of the range must be in the view. A name or id that no class has is a class without
 * occurrences: `findClass` tells.
 */
export function classReport(view: GymView, range: DateRange, choice: ClassChoice): ClassReport {
  const all = seriesOfChoice(view, choice);
  const sessions = within(
    view,
    range,
    all.flatMap((one) => one.sessions),
  );
  const figures = figuresOf(sessions, view.nowUtcMs);
  const turnUtcMs = rangeInstants(view, secondHalf(range)).fromUtcMs;
  const reviews = reviewSeries(view, range, all).sort(byTime);
  const rounded = moneyIn(view.gym.currency);
  const held = sessions.filter((session) => isHeld(session, view.nowUtcMs));
  return {
    ...headOf(view),
    ...nameOf(all, choice),
    from: range.from,
    to: range.to,
    ...countsOf(sessions),
    ...figures,
    trend: daysIn(range) < TREND_DAYS ? null : trendOf(held, figures.attendanceBasis, turnUtcMs),
    currency: view.gym.currency,
    money: totalMoney(reviews, rounded),
    weeks: weeksOf(view, range, sessions),
    series: reviews.slice(0, MAX_SERIES).map((review) => ({
      ...classRow(review),
      ...extentOf(review, turnUtcMs),
      money: classMoney(review, rounded),
    })),
    occurrences: lastOnSchedule(sessions, MAX_OCCURRENCES).map((session) =>
      sessionFacts(session, view),
    ),
  };
}

function seriesOfChoice(view: GymView, choice: ClassChoice): readonly ClassSeries[] {
  if ('classId' in choice)
    return seriesOf(view).filter(({ classId }) => classId === choice.classId);
  const fold = createFold();
  const wanted = foldName(choice.className);
  return seriesOf(view).filter(({ name }) => fold(name) === wanted);
}

function nameOf(
  all: readonly ClassSeries[],
  choice: ClassChoice,
): Pick<ClassReport, 'name' | 'classId'> {
  let newest: ClassSession | undefined;
  for (const { sessions } of all) {
    const last = sessions.at(-1);
    if (
      last !== undefined &&
      last.startsUtcMs > (newest?.startsUtcMs ?? Number.NEGATIVE_INFINITY)
    ) {
      newest = last;
    }
  }
  return 'classId' in choice
    ? { name: newest?.name ?? choice.classId, classId: choice.classId }
    : { name: newest?.name ?? choice.className, classId: null };
}

function weeksOf(view: GymView, range: DateRange, sessions: readonly ClassSession[]): ClassWeek[] {
  const weeks: ClassWeek[] = [];
  for (
    let monday = mondayOf(range.to);
    addDays(monday, 6) >= range.from && weeks.length < MAX_WEEKS;
    monday = addDays(monday, -7)
  ) {
    const sunday = addDays(monday, 6);
    const [beginsBefore, endsAfter] = [monday < range.from, sunday > range.to];
    const from = beginsBefore ? range.from : monday;
    const to = endsAfter ? range.to : sunday;
    const classes = within(view, { from, to }, sessions);
    weeks.unshift({ from, to, ...countsOf(classes), ...figuresOf(classes, view.nowUtcMs) });
  }
  return weeks;
}

function mondayOf(date: CalendarDate): CalendarDate {
  return addDays(date, 1 - weekdayOf(date));
}
