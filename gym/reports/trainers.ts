/** All trainers of a gym compared over a range of dates. */

import type { ClassSession, Trainer } from '../sessions/session.ts';
import type { GymView } from '../sessions/view.ts';
import { type AttendanceFigures, FigureSums } from './figures.ts';
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
  /** Classes that took place and name no trainer. */
  readonly classesWithoutTrainer: number;
  /** In the order asked for, then by name; unknown last. At most 200. */
  readonly trainers: readonly TrainersRow[];
}

/** Chosen here: more trainers than any gym has, and an answer stays small. */
const MAX_TRAINERS = 200;

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
 * Compares the trainers of a range. Sessions of the range must be in the view. Figures are those of
 * `trainerReport`. With `onlyIds` the rows of these trainers only; their ranks are among all.
 */
export function trainersReport(
  view: GymView,
  range: DateRange,
  { by, order }: { readonly by: TrainersKey; readonly order: Order },
  onlyIds?: readonly string[],
): TrainersReport {
  const sessions = sessionsIn(view, range);
  const rows = new TaughtClasses(sessions, view.nowUtcMs)
    .trainers(view.trainers)
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
      .slice(0, MAX_TRAINERS),
  };
}

/** Classes of a range by who gave them, added up in one pass: a window has many thousands. */
export class TaughtClasses {
  readonly #byId = new Map<string, Taught>();
  readonly #others = new FigureSums();

  constructor(sessions: readonly ClassSession[], nowUtcMs: number) {
    for (const session of sessions) {
      const taught = this.#of(session);
      if (taught !== null && session.isCancelled) taught.cancelledClasses += 1;
      if (isHeld(session, nowUtcMs)) (taught?.sums ?? this.#others).add(session);
    }
  }

  /** Of all classes, also those that name no one. */
  figures(): AttendanceFigures {
    const sums = new FigureSums();
    sums.addAll(this.#others);
    for (const taught of this.#byId.values()) sums.addAll(taught.sums);
    return sums.figures();
  }

  /** Of everybody whom one of the classes names, in no order. @param trainers whose names go before those in classes. */
  trainers(trainers: readonly Trainer[]): TrainerFigures[] {
    const names = new Map(trainers.map((trainer) => [trainer.id, trainer]));
    return [...this.#byId].map(([id, { trainer, sums, cancelledClasses }]) => {
      const { heldClasses, ...figures } = sums.figures();
      const { name } = names.get(id) ?? trainer;
      return { trainer: { id, name }, classesTaught: heldClasses, cancelledClasses, ...figures };
    });
  }

  #of({ trainer }: ClassSession): Taught | null {
    if (trainer === null) return null;
    const known = this.#byId.get(trainer.id);
    if (known === undefined) {
      const made = { trainer, sums: new FigureSums(), cancelledClasses: 0 };
      this.#byId.set(trainer.id, made);
      return made;
    }
    known.trainer = trainer;
    return known;
  }
}

interface Taught {
  /** As the newest class names them. */
  trainer: Trainer;
  readonly sums: FigureSums;
  cancelledClasses: number;
}
