/** The data of the pages about classes, trainers and money. */

import { seriesOf, tableOf } from '../../gym/figures/class-table.ts';
import type { NormalQuery } from '../../gym/figures/query.ts';
import { classReport } from '../../gym/reports/class-report.ts';
import { performanceReport } from '../../gym/reports/performance.ts';
import { todayOf, windowRange } from '../../gym/reports/period.ts';
import { revenueReport } from '../../gym/reports/revenue.ts';
import { type SessionEvidence, sessionReport } from '../../gym/reports/session-report.ts';
import { sessionBody } from '../../gym/reports/session-row.ts';
import { trainerReport } from '../../gym/reports/trainer.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type {
  ClassData,
  ClassesData,
  ClassFilter,
  ClassSort,
  MoneyData,
  SessionData,
  TrainerData,
  TrainerRow,
  TrainerSort,
  TrainersData,
} from '../data.ts';
import { goalsIn, trainersIn } from './figures.ts';

/** The most that the ranking lists. */
const ALL = 100;
/** Other dates of a class on the page of one. */
const OTHERS = 8;

export function classesData(view: GymView, sort: ClassSort, filter: ClassFilter): ClassesData {
  return {
    page: 'classes',
    performance: performanceReport(view, ALL),
    revenue: revenueReport(view),
    sort,
    filter,
  };
}

export function moneyData(view: GymView): MoneyData {
  return { page: 'money', revenue: revenueReport(view) };
}

/** Null for an id that no class of the view has. */
export function classData(view: GymView, classId: string): ClassData | null {
  if (!seriesOf(view).some((series) => series.classId === classId)) return null;
  return {
    page: 'class',
    report: classReport(view, windowRange(view), classId),
    goals: goalsIn(view, windowRange(view), [['series', 'is', [classId]]]),
  };
}

/** A class on one date with what stands behind it, and the same class on other dates of the view. */
export function sessionData(view: GymView, evidence: SessionEvidence): SessionData {
  const { id } = evidence.session;
  const others = (tableOf(view).find(id)?.series.sessions ?? []).filter(
    (one) => one.id !== id && one.startsUtcMs <= view.nowUtcMs,
  );
  return {
    page: 'session',
    report: sessionReport(view, evidence),
    others: others
      .slice(-OTHERS)
      .reverse()
      .map((one) => sessionBody(one, view)),
  };
}

export function trainersData(view: GymView, sort: TrainerSort): TrainersData {
  const range = windowRange(view);
  const { rows, unnamed, notes } = trainersIn(view, range);
  return { page: 'trainers', ...range, unnamed, rows: sorted(rows, sort), notes, sort };
}

/** The classes of one trainer, as a filter of a query. */
export function ofTrainer(id: string) {
  return [['trainer', 'is', [id]]] satisfies NormalQuery['where'];
}

/** Null for an id that no trainer has. */
export function trainerData(view: GymView, id: string): TrainerData | null {
  if (!view.trainers.some((trainer) => trainer.id === id)) return null;
  const report = trainerReport(view, id, 'week');
  const row = trainerRows(view, 'name').find((one) => one.trainer.id === id) ?? null;
  const { from, to } = report;
  return { page: 'trainer', report, row, goals: goalsIn(view, { from, to }, ofTrainer(id)) };
}

const VALUES: Readonly<Record<Exclude<TrainerSort, 'name'>, (row: TrainerRow) => number | null>> = {
  slot_index: ({ slotIndex }) => slotIndex,
  classes: ({ classes_taught }) => classes_taught,
  fill_rate: ({ fill_rate }) => fill_rate,
  no_show_rate: ({ no_show_rate }) => no_show_rate,
};

/** Trainers of the six weeks that end with `today`, next to the slots that they teach. */
export function trainerRows(view: GymView, sort: TrainerSort, today = todayOf(view)): TrainerRow[] {
  return sorted(trainersIn(view, windowRange(view, today)).rows, sort);
}

/** By name, or the highest first and unknown last. */
function sorted(rows: TrainerRow[], sort: TrainerSort): TrainerRow[] {
  const byName = (one: TrainerRow, other: TrainerRow) =>
    one.trainer.name.localeCompare(other.trainer.name, 'en');
  if (sort === 'name') return rows.sort(byName);
  const value = VALUES[sort];
  return rows.sort((one, other) => (value(other) ?? -1) - (value(one) ?? -1) || byName(one, other));
}
