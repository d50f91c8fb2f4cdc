/** All trainers of a gym beside each other over a range of dates. */

import type { ClassSession, GymView, Trainer } from '../sessions/index.ts';
import { type AttendanceFigures, figuresOf } from './figures.ts';
import { grouped } from './groups.ts';
import { headOf, type ReportHead } from './head.ts';
import { byText, inOrder, type Order, ordered } from './order.ts';
import { type DateRange, sessionsIn } from './period.ts';
import { isHeld } from './session-facts.ts';

/** What trainers can be ordered by; `classes` are those taught. */
export type TrainersKey =
  | 'fill_rate'
  | 'attended'
  | 'average_attendance'
  | 'no_show_rate'
  | 'classes';

export interface TrainerFigures extends Omit<AttendanceFigures, 'heldClasses'> {
  readonly trainer: Trainer;
  /** Classes this person gave, substitutions included: ended, not cancelled. */
  readonly classesTaught: number;
  readonly cancelledClasses: number;
}

export interface TrainersRow extends TrainerFigures {
  /** 1.. among all trainers of the range. */
  readonly rank: number;
}

export interface TrainersReport extends ReportHead, DateRange {
  readonly by: TrainersKey;
  readonly order: Order;
  /** Who taught or was to teach within the range. */
  readonly totalTrainers: number;
  /** Classes that took place and name nobody. */
  readonly classesWithoutTrainer: number;
  /** In the order asked for, then by name; unknown last. At most 200. */
  readonly trainers: readonly TrainersRow[];
}

/** Chosen here: more trainers than any gym has, and an answer stays small. */
const MOST_TRAINERS = 200;

const VALUES: Readonly<Record<TrainersKey, (row: TrainerFigures) => number | null>> = {
  fill_rate: ({ fillRate }) => fillRate,
  attended: ({ attended }) => attended,
  average_attendance: ({ averageAttendance }) => averageAttendance,
  no_show_rate: ({ noShowRate }) => noShowRate,
  classes: ({ classesTaught }) => classesTaught,
};

export const byTrainerName = inOrder<TrainerFigures>(
  byText(({ trainer }) => trainer.name),
  byText(({ trainer }) => trainer.id),
);

/**
 * Sets the trainers of a range beside each other. Sessions of the range must be in the view. Figures are those of
 * `trainerReport`. With `onlyIds` the rows of these trainers only; their ranks are among all.
 */
export function trainersReport(
  view: GymView,
  range: DateRange,
  { by, order }: { readonly by: TrainersKey; readonly order: Order },
  onlyIds?: readonly string[],
): TrainersReport {
  const sessions = sessionsIn(view, range);
  const rows = trainerFigures(view, sessions)
    .sort(inOrder<TrainerFigures>(ordered(order, VALUES[by]), byTrainerName))
    .map((row, at) => ({ rank: at + 1, ...row }));
  return {
    ...headOf(view),
    from: range.from,
    to: range.to,
    by,
    order,
    totalTrainers: rows.length,
    classesWithoutTrainer: sessions.filter(
      (session) => session.trainer === null && isHeld(session, view.nowUtcMs),
    ).length,
    trainers: rows
      .filter(({ trainer }) => onlyIds === undefined || onlyIds.includes(trainer.id))
      .slice(0, MOST_TRAINERS),
  };
}

/** Figures of everybody whom one of the sessions names, in no order. */
export function trainerFigures(view: GymView, sessions: readonly ClassSession[]): TrainerFigures[] {
  const names = new Map(view.trainers.map((trainer) => [trainer.id, trainer]));
  const taught = grouped(sessions, ({ trainer }) => trainer?.id ?? null);
  return [...taught].map(([id, classes]) => {
    const { heldClasses, ...figures } = figuresOf(classes, view.nowUtcMs);
    const trainer = names.get(id) ?? classes.at(-1)?.trainer ?? { id, name: id };
    return {
      trainer: { id: trainer.id, name: trainer.name },
      classesTaught: heldClasses,
      cancelledClasses: classes.filter(({ isCancelled }) => isCancelled).length,
      ...figures,
    };
  });
}
