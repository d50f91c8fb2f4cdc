/** What classes earn, for a person. */

import type { RevenueBody } from '../../api/index.ts';
import { columns } from '../columns.ts';
import { dates, money, number, paysFrom, percent, reasons, slot, UNKNOWN } from './figures.ts';

export function revenueText(body: RevenueBody): string {
  const { window, totals, currency, most_profitable: profitable } = body;
  const head = `${body.gym_id}, ${dates(window)}`;
  if (body.total_classes === 0) return `${head}: no class was held`;
  const sum = (amount: number | null) => money(amount, currency);
  return [
    `${head}: revenue ${sum(totals.revenue)}, cost ${sum(totals.cost)}, profit ${sum(totals.profit)}; empty places worth ${sum(totals.empty_seat_value)}`,
    ...remarks(totals),
    '',
    profitable.length === 0 ? 'No class is known to make a profit.' : 'Most profitable:',
    ...(profitable.length === 0 ? [] : table(profitable, currency)),
    '',
    body.dead_count === 0 ? 'No dead classes.' : `${body.dead_count} dead:`,
    ...(body.dead.length === 0 ? [] : table(body.dead, currency)),
  ].join('\n');
}

/** What is missing from the sums, and why a profit may not be revenue less cost. */
function remarks(totals: RevenueBody['totals']): string[] {
  const { revenue, cost } = totals;
  if (revenue === null || cost === null) {
    const unknown =
      revenue !== null ? 'Cost is' : cost !== null ? 'Revenue is' : 'Revenue and cost are';
    return [
      `${unknown} unknown: no class was counted, or economics in the configuration say nothing of it`,
    ];
  }
  const counts = [totals.revenue_occurrences, totals.cost_occurrences, totals.profit_occurrences];
  if (new Set(counts).size === 1) return [];
  const [ofRevenue, ofCost, ofProfit] = counts;
  return [
    `Over classes whose figures are known: revenue of ${ofRevenue}, cost of ${ofCost}, profit of ${ofProfit}`,
  ];
}

function table(rows: RevenueBody['dead'], currency: string | null): string[] {
  return columns([
    [
      'CLASS',
      'WHEN',
      'ROOM',
      'PROFIT A CLASS',
      'REVENUE',
      'COST',
      'PEOPLE A CLASS',
      'PAYS FROM',
      'FILL',
      '',
    ],
    ...rows.map((row) => [
      row.name,
      slot(row.weekday, row.start_time),
      row.room ?? UNKNOWN,
      money(row.profit_per_class, currency),
      money(row.revenue, currency),
      money(row.cost, currency),
      number(row.average_attendance),
      paysFrom(row.breakeven_attendance, row.breakeven_reason),
      percent(row.fill_rate),
      reasons(row.verdict_reasons),
    ]),
  ]);
}
