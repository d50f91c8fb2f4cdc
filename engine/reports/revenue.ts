/** What classes earn and cost over six weeks: the most profitable beside the dead. Money is in thousandths. */

import type { GymView } from '../sessions/index.ts';
import {
  byIdentity,
  type ClassRow,
  classRow,
  MOST_DEAD,
  type ReportWindow,
  reportWindow,
} from './class-row.ts';
import { headOf, type ReportHead } from './head.ts';
import { type ClassMoney, classMoney, type MoneyTotals, totalMoney } from './money.ts';
import { highestFirst, inOrder, lowestFirst } from './order.ts';
import { type DateRange, windowRange } from './period.ts';
import { reviewOf } from './review.ts';

export interface RevenueRow extends ClassRow, ClassMoney {}

export interface RevenueReport extends ReportHead {
  readonly window: ReportWindow;
  /** ISO 4217; null is unknown. */
  readonly currency: string | null;
  readonly totals: MoneyTotals;
  readonly totalClasses: number;
  /** Profit above 0 and not dead, highest first, then by attendance, then by name; at most 10. */
  readonly mostProfitable: readonly RevenueRow[];
  /** Greatest loss first, unknown profit last, then by fill and name; at most 100. */
  readonly dead: readonly RevenueRow[];
  /** All dead ones. */
  readonly deadCount: number;
}

const MOST_PROFITABLE = 10;

const byProfit = inOrder(
  highestFirst<RevenueRow>(({ profitMilli }) => profitMilli),
  highestFirst<RevenueRow>(({ averageAttendance }) => averageAttendance),
  byIdentity(),
);
const byLoss = inOrder(
  lowestFirst<RevenueRow>(({ profitMilli }) => profitMilli),
  lowestFirst<RevenueRow>(({ fillRate }) => fillRate),
  byIdentity(),
);

/** The money of a window, by default the six weeks that end today. Sessions of the window must be in the view. */
export function revenueReport(view: GymView, range: DateRange = windowRange(view)): RevenueReport {
  const rows = reviewOf(view, range).map((review) => ({
    ...classRow(review),
    ...classMoney(review),
  }));
  const dead = rows.filter(({ verdict }) => verdict === 'dead');
  return {
    ...headOf(view),
    window: reportWindow(range),
    currency: view.gym.currency,
    // In the order of the classes' ids: sums of doubles differ in the last bit with their order.
    totals: totalMoney(rows.toSorted((a, b) => (a.classId < b.classId ? -1 : 1))),
    totalClasses: rows.length,
    mostProfitable: rows
      .filter(({ verdict, profitMilli }) => verdict !== 'dead' && (profitMilli ?? 0) > 0)
      .sort(byProfit)
      .slice(0, MOST_PROFITABLE),
    dead: dead.toSorted(byLoss).slice(0, MOST_DEAD),
    deadCount: dead.length,
  };
}
