/** Classes ranked by how full they are, over six weeks, and which of them are dead. */

import type { GymView } from '../sessions/view.ts';
import { byIdentity, MAX_DEAD, type ReportWindow, reportWindow } from './class-row.ts';
import { headOf, type ReportHead } from './head.ts';
import { highestFirst, inOrder, sortedBy } from './order.ts';
import { type PerformanceRow, performanceRow } from './performance-row.ts';
import { type DateRange, rangeInstants, secondHalf, windowRange } from './period.ts';
import type { ClassReview } from './review.ts';
import { reviewOf } from './reviews.ts';

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

/** Of classes of one fill. */
const byAttendance = inOrder<ClassReview>(
  highestFirst(({ figures }) => figures.attended),
  byIdentity,
);

const fillOf = ({ figures }: ClassReview) => figures.fillRate;

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
  const reviews = reviewOf(view, range, 'verdicts');
  const dead = reviews.filter((review) => review.isDead());
  const ranked = sortedBy(reviews, 'highest', fillOf, byAttendance);
  // Rows are made, and ranks looked up, of what is listed only.
  const listedDead = sortedBy(dead, 'lowest', fillOf, byIdentity).slice(0, MAX_DEAD);
  const ranks = ranksOf(listedDead, ranked);
  return {
    ...headOf(view),
    window: reportWindow(range),
    limit,
    totalClasses: ranked.length,
    ranking: ranked.slice(0, limit).map((review, at) => performanceRow(review, at + 1, turnUtcMs)),
    deadClasses: listedDead.map((review) =>
      performanceRow(review, ranks.get(review) ?? 0, turnUtcMs),
    ),
    deadCount: dead.length,
  };
}

/** Places, 1.., of the listed classes among all. */
function ranksOf(
  listed: readonly ClassReview[],
  ranked: readonly ClassReview[],
): ReadonlyMap<ClassReview, number> {
  const ranks = new Map(listed.map((review) => [review, 0]));
  for (const [at, review] of ranked.entries()) if (ranks.has(review)) ranks.set(review, at + 1);
  return ranks;
}
