/** The data of the pages about trainers. */

import type { NormalQuery } from '../../gym/figures/query.ts';
import { todayOf, windowRange } from '../../gym/reports/period.ts';
import { trainerReport } from '../../gym/reports/trainer.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { TrainerData, TrainerRow, TrainerSort, TrainersData } from '../data.ts';
import { goalsIn, trainersIn } from './figures.ts';

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
