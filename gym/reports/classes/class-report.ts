/** One class over a range, as `GET /v1/classes/{class_id}` answers: its figures and money, week by week, and every occurrence. */

import { type Static, Type } from 'typebox';
import { addDays } from '../../calendar/zone.ts';
import { tableOf } from '../../figures/class-table.ts';
import type { ClassFacts } from '../../figures/facts.ts';
import { VALUES } from '../../figures/measures.ts';
import { sumsOf } from '../../figures/sums.ts';
import { dayOf } from '../../figures/wall.ts';
import type { GymView } from '../../sessions/view.ts';
import { COVERAGE, coverageOf } from '../covered.ts';
import { closed, difference, nullable } from '../fields/field.ts';
import { moneyIn, rate } from '../fields/rounding.ts';
import { CLASSES, classesOf } from '../figures/figures.ts';
import { HEAD, headOf, RANGE } from '../head.ts';
import { CLASS_MONEY, CURRENCY, classMoney, TOTALS, totalMoney } from '../money/money.ts';
import { type DateRange, daysIn, mondayOf, rangeInstants, secondHalf } from '../period.ts';
import { lastOnSchedule } from '../sessions/on-schedule.ts';
import { SESSION, sessionBody } from '../sessions/session-row.ts';
import { CLASS_FACTS, CLASS_FIGURES, classRow } from './class-row.ts';
import { CLASS_EXTENT, extentOf } from './performance.ts';
import { reviewOf } from './reviews.ts';

const MAX_OCCURRENCES = 100;
/** Weeks that 42 days can touch. */
const MAX_WEEKS = 7;
/** In shorter halves stand other weekdays, which says nothing of where a class is going. */
const TREND_DAYS = 14;

const WEEK = Type.Object(
  { ...RANGE, ...CLASSES },
  {
    ...closed,
    title: 'ClassWeek',
    description: 'A calendar week from Monday, cut at the ends of the range.',
  },
);

const SERIES = Type.Object(
  { ...CLASS_FACTS, ...CLASS_FIGURES, ...CLASS_EXTENT, ...CLASS_MONEY },
  {
    ...closed,
    title: 'ClassSeries',
    description: 'The class on one weekday, at one time, in one room.',
  },
);

export const CLASS_REPORT = Type.Object(
  {
    ...HEAD,
    ...RANGE,
    ...COVERAGE,
    name: Type.String({ description: 'Name of the class.' }),
    class_id: nullable(
      Type.String({ description: 'Of the one weekday and time asked for; null is all of them.' }),
    ),
    ...CLASSES,
    trend: difference(
      'Fill of the second half of the range minus that of the first; of two weeks or more.',
    ),
    currency: CURRENCY,
    money: TOTALS,
    weeks: Type.Array(WEEK, {
      maxItems: MAX_WEEKS,
      description: 'The weeks of `covered`, those without classes too; the last 7.',
    }),
    series: Type.Array(SERIES, { maxItems: 100, description: 'By weekday and time.' }),
    occurrences: Type.Array(SESSION, {
      maxItems: MAX_OCCURRENCES,
      description: 'By start, cancelled and future ones too; the last 100.',
    }),
  },
  { ...closed, title: 'ClassReport', description: 'One class over a range of dates.' },
);

export type ClassReportBody = Static<typeof CLASS_REPORT>;

/** Reports on a class. Sessions of the range must be in the view. An id that none has is a class without occurrences. */
export function classReport(view: GymView, range: DateRange, classId: string): ClassReportBody {
  const { nowUtcMs } = view;
  const table = tableOf(view);
  const series = table.series.find((one) => one.classId === classId);
  const classes = table.within(range).filter((facts) => facts.series === series);
  const coverage = coverageOf(view, range);
  const halfUtcMs = rangeInstants(view, secondHalf(range)).fromUtcMs;
  const trend = VALUES.trend.value(sumsOf(classes, { nowUtcMs, halfUtcMs }));
  const reviews = reviewOf(view, range, (one) => one === series);
  const inCurrency = moneyIn(view.gym.currency);
  const sessions = classes.map(({ session }) => session);
  return {
    ...headOf(view),
    from: range.from,
    to: range.to,
    ...coverage,
    name: series?.name ?? classId,
    class_id: classId,
    ...classesOf(classes, nowUtcMs),
    trend: daysIn(range) < TREND_DAYS ? null : rate(trend),
    currency: view.gym.currency,
    money: totalMoney(reviews, inCurrency),
    weeks: coverage.covered === null ? [] : weeksOf(coverage.covered, classes, nowUtcMs),
    series: reviews.map((review) => {
      // The first property by name: begun with a spread, each row would get a shape of its own, at 45 us.
      const { class_id, ...row } = classRow(review);
      const extent = extentOf(review);
      return { class_id, ...row, ...extent, ...classMoney(review, inCurrency) };
    }),
    occurrences: lastOnSchedule(sessions, MAX_OCCURRENCES).map((one) => sessionBody(one, view)),
  };
}

function weeksOf(range: DateRange, classes: readonly ClassFacts[], nowUtcMs: number) {
  const weeks: Static<typeof WEEK>[] = [];
  for (
    let monday = mondayOf(range.to);
    addDays(monday, 6) >= range.from && weeks.length < MAX_WEEKS;
    monday = addDays(monday, -7)
  ) {
    const sunday = addDays(monday, 6);
    const [beginsBefore, endsAfter] = [monday < range.from, sunday > range.to];
    const from = beginsBefore ? range.from : monday;
    const to = endsAfter ? range.to : sunday;
    const [first, last] = [dayOf(from), dayOf(to)];
    const own = classes.filter(({ day }) => day >= first && day <= last);
    weeks.unshift({ from, to, ...classesOf(own, nowUtcMs) });
  }
  return weeks;
}
