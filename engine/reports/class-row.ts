/** A class as the class reports list it. */

import type { AttendanceBasis } from './figures.ts';
import { byText, inOrder, type Step } from './order.ts';
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
export const MOST_DEAD = 100;

export function reportWindow(range: DateRange): ReportWindow {
  return { ...range, days: daysIn(range) };
}

export function classRow({ identity, figures, judged, ...review }: ClassReview): ClassRow {
  return {
    ...identity,
    occurrences: figures.heldClasses,
    cancelledOccurrences: review.cancelledOccurrences,
    attendanceBasis: figures.attendanceBasis,
    averageAttendance: figures.averageAttendance,
    gradedOccurrences: figures.gradedClasses,
    fillRate: figures.fillRate,
    ratedOccurrences: figures.ratedClasses,
    ...judged,
  };
}

/** The last steps of every order of classes: name, then what else tells two classes apart. */
export function byIdentity<T extends ClassIdentity>(): Step<T> {
  return inOrder<T>(
    byText(({ name }) => name),
    (a, b) => a.weekday - b.weekday,
    byText(({ startTime }) => startTime),
    byText(({ classId }) => classId),
  );
}
