/** A class of a window beside others: its figures, its place, and where it is going. */

import type { ClassSession } from '../sessions/index.ts';
import { type ClassRow, classRow } from './class-row.ts';
import { type AttendanceBasis, fillOf } from './figures.ts';
import type { ClassReview } from './review.ts';
import type { NoShowsBasis } from './session-facts.ts';

/** What a class has besides its {@link ClassRow}. */
export interface ClassExtent {
  /** Of the rated occurrences. */
  readonly capacity: number | null;
  /** Of the graded occurrences. */
  readonly attended: number | null;
  readonly noShowRate: number | null;
  readonly noShowsBasis: NoShowsBasis | null;
  /** The n of `noShowRate`. */
  readonly noShowOccurrences: number;
  /** Fill of the second half of the window less that of the first; null where a half has none. */
  readonly trend: number | null;
}

export interface PerformanceRow extends ClassRow, ClassExtent {
  /** 1.. among all classes of the window. */
  readonly rank: number;
}

/** `turnUtcMs` is where the second half of the window begins. */
export function performanceRow(
  review: ClassReview,
  rank: number,
  turnUtcMs: number,
): PerformanceRow {
  return { ...classRow(review), rank, ...extentOf(review, turnUtcMs) };
}

export function extentOf(review: ClassReview, turnUtcMs: number): ClassExtent {
  const { figures } = review;
  return {
    capacity: figures.capacity,
    attended: figures.attended,
    noShowRate: figures.noShowRate,
    noShowsBasis: figures.noShowsBasis,
    noShowOccurrences: figures.noShowClasses,
    trend: reviewTrend(review, turnUtcMs),
  };
}

export function reviewTrend({ held, figures }: ClassReview, turnUtcMs: number): number | null {
  return trendOf(
    held.map(({ session }) => session),
    figures.attendanceBasis,
    turnUtcMs,
  );
}

/** Fill from `turnUtcMs` on less the fill before, counted in `basis` only, of classes that took place. */
export function trendOf(
  held: readonly ClassSession[],
  basis: AttendanceBasis | null,
  turnUtcMs: number,
): number | null {
  const fillWhere = (isIn: (startsUtcMs: number) => boolean) =>
    fillOf(
      held.filter(({ startsUtcMs }) => isIn(startsUtcMs)),
      basis,
    ).fillRate;
  const before = fillWhere((startsUtcMs) => startsUtcMs < turnUtcMs);
  const after = fillWhere((startsUtcMs) => startsUtcMs >= turnUtcMs);
  return before === null || after === null ? null : after - before;
}
