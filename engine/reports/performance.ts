/** Classes ranked by how full they are, over six weeks, and which of them are dead. */

import type { GymView } from '../sessions/index.ts';
import { byIdentity, MOST_DEAD, type ReportWindow, reportWindow } from './class-row.ts';
import { headOf, type ReportHead } from './head.ts';
import { highestFirst, inOrder, sortedBy } from './order.ts';
import { type PerformanceRow, performanceRow } from './performance-row.ts';
import { type DateRange, rangeInstants, secondHalf, windowRange } from './period.ts';
import { type ClassReview, reviewOf } from './review.ts';

export interface PerformanceReport extends ReportHead {
  readonly window: ReportWindow;
  readonly limit: number;
  /** Classes that took place or were cancelled within the window, whatever `limit`. */
  readonly totalClasses: number;
  /** Fullest first, then by attendance, then by name; unknown fill last. At most `limit`. */
  readonly ranking: readonly PerformanceRow[];
  /** Emptiest first, at most 100. */
  readonly deadClasses: readonly PerformanceRow[];
  /** All dead ones. */
  readonly deadCount: number;
}

/** A class of the window with its place among all. */
interface Ranked {
  readonly review: ClassReview;
  readonly isDead: boolean;
  rank: number;
}

/** Of classes of one fill. */
const byRank = inOrder<Ranked>(
  highestFirst(({ review }) => review.figures.attended),
  byIdentity,
);

const fillOf = ({ review }: Ranked) => review.figures.fillRate;

/**
 * Ranks the classes of a window, by default the six weeks that end today. Sessions of the window must be in the view.
 * `limit` (1..) bounds the ranking only.
 */
export function performanceReport(
  view: GymView,
  limit: number,
  range: DateRange = windowRange(view),
): PerformanceReport {
  const turnUtcMs = rangeInstants(view, secondHalf(range)).fromUtcMs;
  // Verdicts are given before the order changes: classes in a row lie beside each other in memory.
  const judged = reviewOf(view, range).map((review) => ({
    review,
    isDead: review.judged.verdict === 'dead',
    rank: 0,
  }));
  const ranked = sortedBy(judged, 'highest', fillOf, byRank);
  for (const [at, one] of ranked.entries()) one.rank = at + 1;
  const dead = ranked.filter(({ isDead }) => isDead);
  // Rows are made of what is listed only.
  const toRow = ({ review, rank }: Ranked) => performanceRow(review, rank, turnUtcMs);
  return {
    ...headOf(view),
    window: reportWindow(range),
    limit,
    totalClasses: ranked.length,
    ranking: ranked.slice(0, limit).map(toRow),
    deadClasses: sortedBy(dead, 'lowest', fillOf, byIdentity).slice(0, MOST_DEAD).map(toRow),
    deadCount: dead.length,
  };
}
