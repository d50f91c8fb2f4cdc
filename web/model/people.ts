/** The data of the pages about trainers. */

import { trainerBody } from '../../gym/reports/answers/trainer.ts';
import { trainersBody } from '../../gym/reports/answers/trainers.ts';
import { sessionsIn, todayOf, windowRange } from '../../gym/reports/period.ts';
import { slotIndexOf } from '../../gym/reports/slot-index.ts';
import { trainerReport } from '../../gym/reports/trainer.ts';
import { trainersReport } from '../../gym/reports/trainers.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { TrainerData, TrainerRow, TrainerSort, TrainersData } from '../data.ts';

const ORDERED = { by: 'classes', order: 'highest' } as const;

export function trainersData(view: GymView, sort: TrainerSort): TrainersData {
  const report = trainersBody(trainersReport(view, windowRange(view), ORDERED));
  return { page: 'trainers', report, rows: trainerRows(view, sort), sort };
}

/** Null for an id that no trainer has. */
export function trainerData(view: GymView, id: string): TrainerData | null {
  if (!view.trainers.some((trainer) => trainer.id === id)) return null;
  const report = trainerBody(trainerReport(view, id, 'week'), 'week');
  const row = trainerRows(view, 'name').find((one) => one.row.trainer.id === id) ?? null;
  return { page: 'trainer', report, row };
}

const VALUES: Readonly<Record<Exclude<TrainerSort, 'name'>, (row: TrainerRow) => number | null>> = {
  slot_index: ({ slotIndex }) => slotIndex,
  classes: ({ row }) => row.classes_taught,
  fill_rate: ({ row }) => row.fill_rate,
  no_show_rate: ({ row }) => row.no_show_rate,
};

/** Trainers of six weeks next to the slots that they teach: by name, or the highest first and unknown last. */
export function trainerRows(view: GymView, sort: TrainerSort, today = todayOf(view)): TrainerRow[] {
  const range = windowRange(view, today);
  const sessions = sessionsIn(view, range);
  const { trainers } = trainersBody(trainersReport(view, range, ORDERED));
  const rows = trainers.map((row): TrainerRow => {
    const taught = sessions.filter(({ trainer }) => trainer?.id === row.trainer.id);
    const basis = row.attendance_basis === 'checked_in' ? 'checked_in' : 'present';
    const { slotIndex, slotClasses } = slotIndexOf(view, taught, range, basis);
    return {
      row,
      slotIndex: slotIndex === null ? null : Math.round(slotIndex * 10_000) / 10_000,
      slotClasses,
    };
  });
  const byName = (one: TrainerRow, other: TrainerRow) =>
    one.row.trainer.name.localeCompare(other.row.trainer.name, 'en');
  if (sort === 'name') return rows.sort(byName);
  const value = VALUES[sort];
  return rows.sort((one, other) => (value(other) ?? -1) - (value(one) ?? -1) || byName(one, other));
}
