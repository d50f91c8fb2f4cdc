/** One class over a range, as `GET /v1/classes/{class_id}` answers: its figures and money, week by week, and every occurrence. */

import type { Static } from 'typebox';
import { addDays, dayOf } from '../calendar/zone.ts';
import { type ClassFacts, tableOf } from '../figures/class-table.ts';
import { valueIn } from '../figures/measures.ts';
import type { GymView } from '../sessions/view.ts';
import { CLASS_FACTS, CLASS_FIGURES, CLASS_PLACES, reviewOf, STAYED_AWAY } from './class-row.ts';
import {
  difference,
  HEAD,
  headOf,
  list,
  nullable,
  object,
  RANGE,
  roundedRate,
  schemasOf,
  text,
  valuesOf,
} from './field.ts';
import { CLASSES, classesOf } from './figures.ts';
import { bySchedule } from './order.ts';
import { COVERAGE, coverageOf, type DateRange, daysIn, mondayOf, sharedDays } from './period.ts';
import { CLASS_MONEY, CURRENCY, TOTALS, totalMoney } from './revenue.ts';
import { SESSION, sessionBody } from './session-row.ts';

const MAX_OCCURRENCES = 100;
/** Weeks that 42 days can touch. */
const MAX_WEEKS = 7;

const WEEK = object('ClassWeek', 'A calendar week from Monday, cut at the ends of the range.', {
  ...RANGE,
  ...CLASSES,
});

const ROW = { ...CLASS_FACTS, ...CLASS_FIGURES, ...CLASS_PLACES, ...STAYED_AWAY, ...CLASS_MONEY };
const SERIES = object('ClassSeries', 'The class on one weekday, at one time, in one room.', {
  ...schemasOf(ROW),
  verdict: nullable(ROW.verdict.schema),
});

export const CLASS_REPORT = object('ClassReport', 'One class over a range of dates.', {
  ...HEAD,
  ...RANGE,
  ...COVERAGE,
  name: text('Name of the class.'),
  class_id: nullable(text('Of the one weekday and time asked for; null is all of them.')),
  ...CLASSES,
  trend: difference(
    'Fill of the second half of the range minus that of the first; of two weeks or more.',
  ),
  currency: CURRENCY,
  money: TOTALS,
  weeks: list(WEEK, MAX_WEEKS, 'The weeks of `covered`, those without classes too; the last 7.'),
  series: list(SERIES, 100, 'By weekday and time.'),
  occurrences: list(
    SESSION,
    MAX_OCCURRENCES,
    'By start, cancelled and future ones too; the last 100.',
  ),
});

export type ClassReportBody = Static<typeof CLASS_REPORT>;

/** Reports on a class. Sessions of the range must be in the view. An id that none has is a class without occurrences. */
export function classReport(view: GymView, range: DateRange, classId: string): ClassReportBody {
  const { nowUtcMs } = view;
  const table = tableOf(view);
  const series = table.series.find((one) => one.classId === classId);
  const classes = table.within(range).filter((facts) => facts.series === series);
  const coverage = coverageOf(view, range);
  const reviews = reviewOf(view, range).filter((review) => review.series === series);
  const [trend = null] = reviews.map(({ sums }) => valueIn({ sums, days: daysIn(range) }, 'trend'));
  const sessions = classes.map(({ session }) => session).sort(bySchedule);
  return {
    ...headOf(view),
    from: range.from,
    to: range.to,
    ...coverage,
    name: series?.name ?? classId,
    class_id: classId,
    ...classesOf(classes, nowUtcMs),
    trend: roundedRate(trend),
    currency: view.gym.currency,
    money: totalMoney(reviews),
    weeks: coverage.covered === null ? [] : weeksOf(coverage.covered, classes, nowUtcMs),
    series: reviews.map((review) => valuesOf(ROW, review)),
    occurrences: sessions.slice(-MAX_OCCURRENCES).map((one) => sessionBody(one, view)),
  };
}

function weeksOf(range: DateRange, classes: readonly ClassFacts[], nowUtcMs: number) {
  const last = mondayOf(range.to);
  return Array.from({ length: MAX_WEEKS }, (_, at) => addDays(last, 7 * (at + 1 - MAX_WEEKS)))
    .flatMap((monday) => sharedDays({ from: monday, to: addDays(monday, 6) }, range) ?? [])
    .map(({ from, to }) => {
      const [first, end] = [dayOf(from), dayOf(to)];
      const own = classes.filter(({ day }) => day >= first && day <= end);
      return { from, to, ...classesOf(own, nowUtcMs) };
    });
}
