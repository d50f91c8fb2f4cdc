/** Who booked and did not come: over a range, and the classes and trainers that it happens to most. */

import type { GymView } from '../sessions/view.ts';
import { byIdentity, type ClassRow, classRow } from './class-row.ts';
import type { AttendanceFigures } from './figures.ts';
import { headOf, type ReportHead } from './head.ts';
import { highestFirst, inOrder, sortedBy } from './order.ts';
import { type DateRange, sessionsIn } from './period.ts';
import type { ClassReview } from './review.ts';
import { reviewOf } from './reviews.ts';
import type { NoShowsBasis } from './session-facts.ts';
import { byTrainerName, TaughtClasses, type TrainerFigures } from './trainers.ts';

export interface NoShowsRow extends ClassRow {
  readonly booked: number | null;
  /** The n of `booked`. */
  readonly bookedOccurrences: number;
  readonly noShows: number | null;
  readonly noShowRate: number | null;
  readonly noShowsBasis: NoShowsBasis | null;
  /** The n of `noShows` and `noShowRate`. */
  readonly noShowOccurrences: number;
}

/** Every row has its own basis, which need not be that of the range: `net` is a lower bound. */
export interface NoShowsReport extends ReportHead, DateRange, AttendanceFigures {
  /** Classes with no-shows: the most first, then the higher rate, then by name; at most 10. */
  readonly classes: readonly NoShowsRow[];
  /** Trainers with no-shows, in the same order; at most 10. */
  readonly trainers: readonly TrainerFigures[];
}

/** Chosen here: who is worth a talk, and not everybody. */
const MAX_ROWS = 10;

/** Of classes with as many no-shows. */
const byNoShowRate = inOrder<ClassReview>(
  highestFirst(({ figures }) => figures.noShowRate),
  byIdentity,
);
const mostTrainersFirst = inOrder<TrainerFigures>(
  highestFirst(({ noShows }) => noShows),
  highestFirst(({ noShowRate }) => noShowRate),
  byTrainerName,
);

/** Sums up the no-shows of a range. Sessions of the range must be in the view. */
export function noShowsReport(view: GymView, range: DateRange): NoShowsReport {
  const taught = new TaughtClasses(sessionsIn(view, range), view.nowUtcMs);
  return {
    ...headOf(view),
    from: range.from,
    to: range.to,
    ...taught.figures(),
    classes: sortedBy(
      reviewOf(view, range).filter(({ figures }) => hasNoShows(figures)),
      'highest',
      ({ figures }) => figures.noShows,
      byNoShowRate,
    )
      .slice(0, MAX_ROWS)
      .map(rowOf),
    trainers: taught
      .trainers(view.trainers)
      .filter(hasNoShows)
      .sort(mostTrainersFirst)
      .slice(0, MAX_ROWS),
  };
}

function hasNoShows({ noShows }: Pick<AttendanceFigures, 'noShows'>): boolean {
  return noShows !== null && noShows > 0;
}

function rowOf(review: ClassReview): NoShowsRow {
  const { figures } = review;
  return {
    booked: figures.booked,
    bookedOccurrences: figures.bookedClasses,
    noShows: figures.noShows,
    noShowRate: figures.noShowRate,
    noShowsBasis: figures.noShowsBasis,
    noShowOccurrences: figures.noShowClasses,
    ...classRow(review),
  };
}
