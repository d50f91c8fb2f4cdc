/** The money of a gym's classes as a body. */

import type { Breakeven, ClassMoney, MoneyTotals } from '../money.ts';
import type { RevenueReport, RevenueRow } from '../revenue.ts';
import type { ClassRevenueBody, RevenueBody } from '../schemas/revenue.ts';
import { classRowBody, windowBody } from './class-row.ts';
import { moneyIn } from './figures.ts';
import { headBody } from './head.ts';

export type Money = (milli: number | null) => number | null;

export function revenueBody(report: RevenueReport): RevenueBody {
  const money = moneyIn(report.currency);
  return {
    ...headBody(report),
    window: windowBody(report.window),
    currency: report.currency,
    total_classes: report.totalClasses,
    totals: totalsBody(report.totals, money),
    most_profitable: report.mostProfitable.map((row) => classRevenue(row, money)),
    dead: report.dead.map((row) => classRevenue(row, money)),
    dead_count: report.deadCount,
  };
}

export function totalsBody(totals: MoneyTotals, money: Money): RevenueBody['totals'] {
  return {
    revenue: money(totals.revenueMilli),
    revenue_occurrences: totals.revenueOccurrences,
    cost: money(totals.costMilli),
    cost_occurrences: totals.costOccurrences,
    profit: money(totals.profitMilli),
    profit_occurrences: totals.profitOccurrences,
    empty_seat_value: money(totals.emptySeatValueMilli),
    empty_seat_occurrences: totals.emptySeatOccurrences,
  };
}

function classRevenue(row: RevenueRow, money: Money): ClassRevenueBody {
  // The first property by name: begun with a spread, each row would get a shape of its own, at 30 us.
  const { class_id, ...rest } = classRowBody(row);
  return { class_id, ...rest, ...classMoneyBody(row, money) };
}

/** The money of one class. */
export function classMoneyBody(row: ClassMoney & Breakeven, money: Money) {
  return {
    ...totalsBody(row, money),
    profit_per_class: money(row.profitPerClassMilli),
    revenue_per_visit: money(row.revenuePerVisitMilli),
    breakeven_attendance: row.breakevenAttendance,
    breakeven_reason: row.breakevenReason,
  };
}
