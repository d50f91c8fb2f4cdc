/** What classes earn, for a person. */

import type { RevenueBody } from '../../gym/reports/money/revenue.ts';
import { remedyOf } from '../../gym/reports/money/revenue.ts';
import { type Column, table, wrapped } from '../terminal/table.ts';
import { dates, money, number, paysFrom, percent, reasons, slot, UNKNOWN } from './figures.ts';
import { type Layout, legend, noteLines } from './legend.ts';

type Row = RevenueBody['dead'][number];

export function revenueText(body: RevenueBody, layout: Layout): string {
  const { window, totals, currency, most_profitable: profitable } = body;
  const head = `${body.gym_id}, ${dates(window)}`;
  const notes = noteLines(body.notes, layout.width);
  if (body.total_classes === 0) return [`${head}: no class was held`, ...notes].join('\n');
  const rows = (list: readonly Row[]) =>
    table(columnsIn(currency), list, { ...layout, note: (row) => reasons(row.verdict_reasons) });
  const sum = (amount: number | null) => money(amount, currency);
  return [
    ...[
      `${head}: revenue ${sum(totals.revenue)}, cost ${sum(totals.cost)}, profit ${sum(totals.profit)}; empty places worth ${sum(totals.empty_seat_value)}`,
      ...remarks(totals),
    ].flatMap((line) => wrapped(line, layout.width)),
    ...notes,
    '',
    profitable.length === 0 ? 'No class is known to make a profit.' : 'Most profitable:',
    ...(profitable.length === 0 ? [] : rows(profitable)),
    '',
    ...deadLines(body, layout, rows),
    ...legend(['pays_from', 'fill', 'verdict'], layout),
  ].join('\n');
}

/** Those to which few come, and apart from them those to which people come and that lose money. */
function deadLines(
  { dead, dead_count: count }: RevenueBody,
  layout: Layout,
  rows: (list: readonly Row[]) => readonly string[],
): string[] {
  const losing = dead.filter(({ verdict }) => verdict === 'unprofitable');
  const empty = dead.filter(({ verdict }) => verdict !== 'unprofitable');
  const cut = dead.length < count ? [`Of ${count} dead or unprofitable ones, ${dead.length}:`] : [];
  return [
    ...cut,
    empty.length === 0 ? 'No dead classes.' : `${empty.length} dead:`,
    ...(empty.length === 0 ? [] : rows(empty)),
    ...(losing.length === 0
      ? []
      : [
          '',
          `${losing.length} unprofitable, though people come:`,
          ...rows(losing),
          ...losing.flatMap((row) =>
            wrapped(
              `${row.name} (${slot(row.weekday, row.start_time)}): ${remedyOf(row)}`,
              layout.width,
            ),
          ),
        ]),
  ];
}

/** What is missing from the sums, and why a profit may not be revenue less cost. */
function remarks(totals: RevenueBody['totals']): string[] {
  const { revenue, cost } = totals;
  if (revenue === null || cost === null) {
    const unknown =
      revenue !== null ? 'Cost is' : cost !== null ? 'Revenue is' : 'Revenue and cost are';
    return [
      `${unknown} unknown: no class was counted, or economics in the configuration do not cover it`,
    ];
  }
  const counts = [totals.revenue_occurrences, totals.cost_occurrences, totals.profit_occurrences];
  if (new Set(counts).size === 1) return [];
  const [ofRevenue, ofCost, ofProfit] = counts;
  return [
    `Over classes whose figures are known: revenue of ${ofRevenue}, cost of ${ofCost}, profit of ${ofProfit}`,
  ];
}

function columnsIn(currency: string | null): readonly Column<Row>[] {
  return [
    { head: 'CLASS', cell: ({ name }) => name },
    { head: 'WHEN', cell: (row) => slot(row.weekday, row.start_time) },
    { head: 'ROOM', cell: ({ room }) => room ?? UNKNOWN, spare: 5 },
    { head: 'PROFIT A CLASS', cell: (row) => money(row.profit_per_class, currency) },
    { head: 'REVENUE', cell: ({ revenue }) => money(revenue, currency), spare: 3 },
    { head: 'COST', cell: ({ cost }) => money(cost, currency), spare: 4 },
    { head: 'PEOPLE', cell: (row) => number(row.average_attendance), spare: 1 },
    {
      head: 'PAYS FROM',
      cell: (row) => paysFrom(row.breakeven_attendance, row.breakeven_reason),
      spare: 2,
    },
    { head: 'FILL', cell: (row) => percent(row.fill_rate) },
  ];
}
