/** What classes earn and cost over six weeks: the most profitable, the dead and the unprofitable ones. Money is in thousandths. */

import type { GymView } from '../sessions/view.ts';
import {
  byIdentity,
  type ClassRow,
  classRow,
  MAX_DEAD,
  type ReportWindow,
  reportWindow,
} from './class-row.ts';
import { headOf, type ReportHead } from './head.ts';
import {
  type Breakeven,
  breakevenOf,
  type ClassMoney,
  classMoney,
  type MoneyTotals,
  profitOf,
  totalMoney,
} from './money.ts';
import { highestFirst, inOrder, lowestFirst, sortedBy } from './order.ts';
import { type DateRange, windowRange } from './period.ts';
import type { ClassReview } from './review.ts';
import { reviewOf } from './reviews.ts';

export interface RevenueRow extends ClassRow, ClassMoney, Breakeven {}

export interface RevenueReport extends ReportHead {
  readonly window: ReportWindow;
  /** ISO 4217; null is unknown. */
  readonly currency: string | null;
  readonly totals: MoneyTotals;
  readonly totalClasses: number;
  /** Profit above 0, neither dead nor unprofitable, highest first, then by attendance, then by name; at most 10. */
  readonly mostProfitable: readonly RevenueRow[];
  /** Dead and unprofitable ones: greatest loss first, unknown profit last, then by fill and name; at most 100. */
  readonly dead: readonly RevenueRow[];
  /** All of these. */
  readonly deadCount: number;
}

const MOST_PROFITABLE = 10;

/** Of classes of one profit. */
const byAttendance = inOrder<ClassReview>(
  highestFirst(({ figures }) => figures.averageAttendance),
  byIdentity,
);
/** Of dead classes of one loss. */
const byEmptiness = inOrder<ClassReview>(
  lowestFirst(({ figures }) => figures.fillRate),
  byIdentity,
);

const profitIn = ({ tally }: ClassReview) => profitOf(tally);

/** The money of a window, by default the six weeks that end today. Sessions of the window must be in the view. */
export function revenueReport(view: GymView, range: DateRange = windowRange(view)): RevenueReport {
  // Sums of doubles differ in the last bit with their order, which must not be that of the input.
  const classes = sortedBy(reviewOf(view, range, 'verdicts'), 'highest', profitIn, byAttendance);
  const dead = classes.filter((review) => review.isDeadOrUnprofitable());
  return {
    ...headOf(view),
    window: reportWindow(range),
    currency: view.gym.currency,
    totals: totalMoney(classes),
    totalClasses: classes.length,
    mostProfitable: classes
      .filter((review) => !review.isDeadOrUnprofitable() && (profitIn(review) ?? 0) > 0)
      .slice(0, MOST_PROFITABLE)
      .map(rowOf),
    dead: sortedBy(dead, 'lowest', profitIn, byEmptiness).slice(0, MAX_DEAD).map(rowOf),
    deadCount: dead.length,
  };
}

function rowOf(review: ClassReview): RevenueRow {
  const { breakevenAttendance, breakevenReason } = breakevenOf(review);
  return { breakevenAttendance, breakevenReason, ...classRow(review), ...classMoney(review) };
}
