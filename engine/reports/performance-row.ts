/** A class of a window beside others: its figures, its place, and where it is going. */

import type { ClassSession } from '../sessions/index.ts';
import { type ClassRow, classRow } from './class-row.ts';
import { type AttendanceBasis, gradedBasisOf, ratio } from './figures.ts';
import type { ClassReview } from './review.ts';
import { attendedOf, type NoShowsBasis } from './session-facts.ts';

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
    trend: reviewTrend(review, turnUtcMs),
  };
}

export function reviewTrend({ sessions, figures }: ClassReview, turnUtcMs: number): number | null {
  return trendOf(sessions, figures.attendanceBasis, turnUtcMs);
}

/** Fill from `turnUtcMs` on less the fill before, counted in `basis` only, of classes that are over; cancelled ones say nothing. */
export function trendOf(
  sessions: readonly ClassSession[],
  basis: AttendanceBasis | null,
  turnUtcMs: number,
): number | null {
  if (basis === null) return null;
  const before = { attended: 0, capacity: 0 };
  const after = { attended: 0, capacity: 0 };
  for (const session of sessions) {
    const { capacity } = session;
    if (session.isCancelled || capacity === null || gradedBasisOf(session) !== basis) continue;
    const half = session.startsUtcMs < turnUtcMs ? before : after;
    half.attended += attendedOf(session) ?? 0;
    half.capacity += capacity;
  }
  const fillBefore = ratio(before.attended, before.capacity);
  const fillAfter = ratio(after.attended, after.capacity);
  return fillBefore === null || fillAfter === null ? null : fillAfter - fillBefore;
}
