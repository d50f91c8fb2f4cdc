/** The data of the pages about classes, trainers and money. */

import { profitOf } from '../../gym/figures/catalogue.ts';
import { seriesOf, tableOf } from '../../gym/figures/class-table.ts';
import { measured, shown } from '../../gym/figures/measures.ts';
import type { NormalQuery } from '../../gym/figures/query.ts';
import { sumsOf } from '../../gym/figures/sums.ts';
import { classReport } from '../../gym/reports/class-report.ts';
import { performanceReport } from '../../gym/reports/performance.ts';
import { todayOf, windowRange } from '../../gym/reports/period.ts';
import { earningsOf, revenueReport } from '../../gym/reports/revenue.ts';
import { type SessionEvidence, sessionReport } from '../../gym/reports/session-report.ts';
import { sessionBody } from '../../gym/reports/session-row.ts';
import { trainerReport } from '../../gym/reports/trainer.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { FindingsData, SentForm } from '../owner-data.ts';
import { goalsIn, type TrainerRow, trainersIn } from './figures.ts';

/** Other dates of a class on the page of one. */
const OTHERS = 8;

/** Inside each group. */
export const CLASS_SORTS = ['fill_rate', 'name', 'time', 'people', 'profit'] as const;
export type ClassSort = (typeof CLASS_SORTS)[number];

/** Which classes are shown; an empty text is all. It stands in the address, so that a list can be sent as a link. */
export type ClassFilter = Readonly<Record<'room' | 'trainer' | 'day' | 'words', string>>;

export type ClassesData = ReturnType<typeof classesData>;

export function classesData(view: GymView, sort: ClassSort, filter: ClassFilter) {
  return {
    page: 'classes' as const,
    performance: performanceReport(view, Number.POSITIVE_INFINITY),
    earnings: earningsOf(view),
    currency: view.gym.currency,
    sort,
    filter,
  };
}

export type MoneyData = ReturnType<typeof moneyData>;

export function moneyData(view: GymView) {
  return { page: 'money' as const, revenue: moneyOf(view) };
}

/**
 * The money of the six weeks that end with `today`. The revenue and cost of its `headline` are of the same classes as the
 * profit, where there is one; `held` counts all that took place.
 */
export function moneyOf(view: GymView, today = todayOf(view)) {
  const range = windowRange(view, today);
  const report = revenueReport(view, range);
  const classes = tableOf(view).within(range);
  const both = sumsOf(
    classes.filter((facts) => profitOf(facts) !== null),
    view,
  );
  const amount = (name: 'revenue' | 'cost') => shown(name, measured(both, name), report.currency);
  const { n } = both.total('profit');
  const same = { revenue_occurrences: n, cost_occurrences: n };
  const parts = n > 0 && { revenue: amount('revenue'), cost: amount('cost'), ...same };
  const held = sumsOf(classes, view).total('held').sum;
  return { ...report, headline: { ...report.totals, ...parts, held } };
}

export type ClassData = NonNullable<ReturnType<typeof classData>>;

/** Null for an id that no class of the view has. */
export function classData(view: GymView, classId: string) {
  if (!seriesOf(view).some((series) => series.classId === classId)) return null;
  return {
    page: 'class' as const,
    report: classReport(view, windowRange(view), classId),
    goals: goalsIn(view, windowRange(view), [['series', 'is', [classId]]]),
  };
}

/** With what its owner says of a class that is on or over. */
export type SessionData = ReturnType<typeof sessionData> & {
  readonly findings?: FindingsData | undefined;
  readonly sent?: SentForm | null;
};

/** A class on one date with what stands behind it, and the same class on other dates of the view. */
export function sessionData(view: GymView, evidence: SessionEvidence) {
  const { id } = evidence.session;
  const others = (tableOf(view).find(id)?.series.sessions ?? []).filter(
    (one) => one.id !== id && one.startsUtcMs <= view.nowUtcMs,
  );
  return {
    page: 'session' as const,
    report: sessionReport(view, evidence),
    others: others
      .slice(-OTHERS)
      .reverse()
      .map((one) => sessionBody(one, view)),
  };
}

export const TRAINER_SORTS = [
  'name',
  'slot_index',
  'classes',
  'fill_rate',
  'no_show_rate',
] as const;
export type TrainerSort = (typeof TRAINER_SORTS)[number];

export type TrainersData = ReturnType<typeof trainersData>;

export function trainersData(view: GymView, sort: TrainerSort) {
  const range = windowRange(view);
  const { rows, unnamed, notes } = trainersIn(view, range);
  return { page: 'trainers' as const, ...range, unnamed, rows: sorted(rows, sort), notes, sort };
}

/** The classes of one trainer, as a filter of a query. */
export function ofTrainer(id: string) {
  return [['trainer', 'is', [id]]] satisfies NormalQuery['where'];
}

export type TrainerData = NonNullable<ReturnType<typeof trainerData>>;

/** Null for an id that no trainer has. */
export function trainerData(view: GymView, id: string) {
  if (!view.trainers.some((trainer) => trainer.id === id)) return null;
  const report = trainerReport(view, id, 'week');
  const row = trainerRows(view, 'name').find((one) => one.trainer.id === id) ?? null;
  const goals = goalsIn(view, { from: report.from, to: report.to }, ofTrainer(id));
  return { page: 'trainer' as const, report, row, goals };
}

/** Trainers of the six weeks that end with `today`, next to the slots that they teach. */
export function trainerRows(view: GymView, sort: TrainerSort, today = todayOf(view)): TrainerRow[] {
  return sorted(trainersIn(view, windowRange(view, today)).rows, sort);
}

/** By name, or the highest first and unknown last. */
function sorted(rows: TrainerRow[], sort: TrainerSort): TrainerRow[] {
  const byName = (one: TrainerRow, other: TrainerRow) =>
    one.trainer.name.localeCompare(other.trainer.name, 'en');
  if (sort === 'name') return rows.sort(byName);
  return rows.sort((one, other) => (other[sort] ?? -1) - (one[sort] ?? -1) || byName(one, other));
}
