/** Classes ranked by what was asked: how full, how many, who stays away, where they are going. */

import type { GymView } from '../sessions/view.ts';
import { byIdentity, type ReportWindow, reportWindow } from './class-row.ts';
import { headOf, type ReportHead } from './head.ts';
import { inOrder, type Order, ordered, sortedBy } from './order.ts';
import { type PerformanceRow, performanceRow } from './performance-row.ts';
import { type DateRange, rangeInstants, secondHalf } from './period.ts';
import type { ClassReview } from './review.ts';
import { reviewOf } from './reviews.ts';

/** What classes can be ranked by. */
export type RankingKey = 'fill_rate' | 'attended' | 'average_attendance' | 'no_show_rate' | 'trend';

export interface RankingReport extends ReportHead {
  readonly window: ReportWindow;
  readonly by: RankingKey;
  readonly order: Order;
  readonly limit: number;
  /** Classes that took place or were cancelled within the window, whatever `limit`. */
  readonly totalClasses: number;
  /** The n of the ranking: classes of which what it is ranked by is known. */
  readonly rankedClasses: number;
  /** In the order asked for, then by attendance, then by name; unknown last. At most `limit`. */
  readonly ranking: readonly PerformanceRow[];
}

/** A class with what it is ranked by. */
interface Candidate {
  readonly review: ClassReview;
  readonly value: number | null;
}

/**
 * Ranks the classes of a window. Sessions of the window must be in the view. `limit` is 1... By the highest fill it is the
 * ranking of `performanceReport`.
 */
export function rankingReport(
  view: GymView,
  range: DateRange,
  { by, order, limit }: { readonly by: RankingKey; readonly order: Order; readonly limit: number },
): RankingReport {
  const turnUtcMs = rangeInstants(view, secondHalf(range)).fromUtcMs;
  const rankedBy = valueFinder(by, turnUtcMs);
  const byRest = inOrder<ClassReview>(
    ordered(order, ({ figures }) => figures.attended),
    byIdentity,
  );
  const candidates = sortedBy<Candidate>(
    reviewOf(view, range).map((review) => ({ review, value: rankedBy(review) })),
    order,
    ({ value }) => value,
    (a, b) => byRest(a.review, b.review),
  );
  return {
    ...headOf(view),
    window: reportWindow(range),
    by,
    order,
    limit,
    totalClasses: candidates.length,
    rankedClasses: candidates.filter(({ value }) => value !== null).length,
    ranking: candidates
      .slice(0, limit)
      .map(({ review }, at) => performanceRow(review, at + 1, turnUtcMs)),
  };
}

function valueFinder(by: RankingKey, turnUtcMs: number): (review: ClassReview) => number | null {
  switch (by) {
    case 'fill_rate':
      return ({ figures }) => figures.fillRate;
    case 'attended':
      return ({ figures }) => figures.attended;
    case 'average_attendance':
      return ({ figures }) => figures.averageAttendance;
    case 'no_show_rate':
      return ({ figures }) => figures.noShowRate;
    case 'trend':
      return (review) => review.trendAt(turnUtcMs);
  }
}
