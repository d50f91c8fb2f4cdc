/** What classes earn and cost over six weeks: the most profitable beside the dead. Money is in thousandths. */

import type { ReportHead } from './head.ts';
import type { ClassRow, ReportWindow } from './performance.ts';

/**
 * Why there is no break-even, or what is to be said of it. `no_margin`: a visit brings in no more than it costs.
 * `above_capacity`: the number stands, but there are fewer places.
 */
export type BreakevenReason =
  | 'no_margin'
  | 'revenue_per_visit_unknown'
  | 'cost_unknown'
  | 'above_capacity';

/** Sums over occurrences that took place and have the figure; null where none has. Each has its n. */
export interface MoneyTotals {
  readonly revenueMilli: number | null;
  readonly revenueOccurrences: number;
  readonly costMilli: number | null;
  readonly costOccurrences: number;
  /** Over occurrences whose revenue and cost are known: not always revenue less cost above. */
  readonly profitMilli: number | null;
  readonly profitOccurrences: number;
  /** Empty places of rated occurrences times revenue per visit. */
  readonly emptySeatValueMilli: number | null;
  readonly emptySeatOccurrences: number;
}

export interface RevenueRow extends ClassRow, MoneyTotals {
  readonly profitPerClassMilli: number | null;
  /** Revenue over attendance of the occurrences where both are known. */
  readonly revenuePerVisitMilli: number | null;
  /** People from which a class earns what it costs, 0... */
  readonly breakevenAttendance: number | null;
  /** Null where there is nothing to say. */
  readonly breakevenReason: BreakevenReason | null;
}

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
