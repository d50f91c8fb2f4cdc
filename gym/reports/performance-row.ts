/** A class of a window compared with others: its figures, its place, and where it is going. */

import { type ClassRow, classRow } from './class-row.ts';
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
  return { rank, ...classRow(review), ...extentOf(review, turnUtcMs) };
}

export function extentOf(review: ClassReview, turnUtcMs: number): ClassExtent {
  const { figures } = review;
  return {
    capacity: figures.capacity,
    attended: figures.attended,
    noShowRate: figures.noShowRate,
    noShowsBasis: figures.noShowsBasis,
    noShowOccurrences: figures.noShowClasses,
    trend: review.trendAt(turnUtcMs),
  };
}
