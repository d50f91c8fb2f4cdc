/** What classes earn, for a person. */

import type { RevenueBody } from '../../api/index.ts';
import { columns } from '../columns.ts';
import { money, number, percent, reasons, slot, UNKNOWN } from './figures.ts';

export function revenueText(body: RevenueBody): string {
  const { window, totals, currency } = body;
  const sum = (amount: number | null) => money(amount, currency);
  return [
    `${body.gym_id}, ${window.from} to ${window.to}: revenue ${sum(totals.revenue)}, cost ${sum(totals.cost)}, profit ${sum(totals.profit)}; empty places worth ${sum(totals.empty_seat_value)}`,
    ...(totals.cost === null
      ? ['Pay and prices are unknown: see economics in docs/configuration.md']
      : []),
    '',
    'Most profitable:',
    ...table(body.most_profitable, currency),
    '',
    body.dead_count === 0 ? 'No dead classes.' : `${body.dead_count} dead:`,
    ...(body.dead.length === 0 ? [] : table(body.dead, currency)),
  ].join('\n');
}

function table(rows: RevenueBody['dead'], currency: string | null): string[] {
  return columns([
    ['CLASS', 'WHEN', 'ROOM', 'PROFIT A CLASS', 'REVENUE', 'COST', 'CAME', 'PAYS FROM', 'FILL', ''],
    ...rows.map((row) => [
      row.name,
      slot(row.weekday, row.start_time),
      row.room ?? UNKNOWN,
      money(row.profit_per_class, currency),
      money(row.revenue, currency),
      money(row.cost, currency),
      number(row.average_attendance),
      number(row.breakeven_attendance),
      percent(row.fill_rate),
      reasons(row.verdict_reasons),
    ]),
  ]);
}
