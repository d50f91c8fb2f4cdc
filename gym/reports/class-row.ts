/** A class as the class reports list it. */

import type { Trainer } from '../sessions/session.ts';
import type { AttendanceBasis } from './figures.ts';
import { byText, highestFirst, inOrder, type Step } from './order.ts';
import { type DateRange, daysIn } from './period.ts';
import type { ClassReview } from './review.ts';
import type { ClassIdentity } from './series.ts';
import type { Verdict, VerdictReason } from './verdict.ts';

export interface ReportWindow extends DateRange {
  readonly days: number;
}

export interface ClassRow extends ClassIdentity {
  /** Occurrences that took place: ended, not cancelled. */
  readonly occurrences: number;
  readonly cancelledOccurrences: number;
  readonly attendanceBasis: AttendanceBasis | null;
  readonly averageAttendance: number | null;
  /** The n of `averageAttendance`. */
  readonly gradedOccurrences: number;
  readonly fillRate: number | null;
  /** The n of `fillRate`. */
  readonly ratedOccurrences: number;
  readonly verdict: Verdict;
  /** Most important first. */
  readonly verdictReasons: readonly VerdictReason[];
}

/** Most rows of a list of dead classes. Chosen here: the most that `limit` may ask for. */
export const MAX_DEAD = 100;
const MAX_TRAINERS = 10;

export function reportWindow(range: DateRange): ReportWindow {
  return { ...range, days: daysIn(range) };
}

export function classRow(review: ClassReview): ClassRow {
  const { series, figures, judged } = review;
  return {
    classId: series.classId,
    name: series.name,
    weekday: series.weekday,
    startTime: series.startTime,
    room: series.room,
    trainers: trainersOf(review),
    occurrences: figures.heldClasses,
    cancelledOccurrences: review.sessions.length - figures.heldClasses,
    attendanceBasis: figures.attendanceBasis,
    averageAttendance: figures.averageAttendance,
    gradedOccurrences: figures.gradedClasses,
    fillRate: figures.fillRate,
    ratedOccurrences: figures.ratedClasses,
    ...judged,
  };
}

/** The last steps of every order of classes: name, then what else tells two classes apart. */
export const byIdentity: Step<ClassReview> = inOrder(
  byText(({ series }) => series.name),
  (a, b) => a.series.minuteOfWeek - b.series.minuteOfWeek,
  byText(({ series }) => series.classId),
);

interface TrainerCount {
  readonly trainer: Trainer;
  classes: number;
}

const mostOftenFirst = inOrder<TrainerCount>(
  highestFirst(({ classes }) => classes),
  byText(({ trainer }) => trainer.name),
  byText(({ trainer }) => trainer.id),
);

function trainersOf({ sessions }: ClassReview): Trainer[] {
  const counts = new Map<string, TrainerCount>();
  for (const isCancelled of [false, true]) {
    for (const session of sessions) {
      if (session.isCancelled === isCancelled) countTrainer(counts, session.trainer);
    }
  }
  return [...counts.values()]
    .sort(mostOftenFirst)
    .slice(0, MAX_TRAINERS)
    .map(({ trainer }) => trainer);
}

function countTrainer(counts: Map<string, TrainerCount>, trainer: Trainer | null): void {
  if (trainer === null) return;
  const count = counts.get(trainer.id);
  if (count === undefined) counts.set(trainer.id, { trainer, classes: 1 });
  else count.classes += 1;
}
