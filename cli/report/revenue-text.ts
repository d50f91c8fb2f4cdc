/** What classes earn, for a person. */

import { type RevenueBody, remedyOf } from '../../gym/reports/revenue.ts';
import { verdictOf } from '../../web/parts/verdict.tsx';
import { average, dates, money, number, percent, UNKNOWN } from '../../web/words/format.ts';
import { type Column, table, wrapped } from '../terminal/table.ts';
import { verdictStyle, verdictText } from './classes-text.ts';
import { legend, noteLines, type ReportLayout, slot } from './legend.ts';

type Row = RevenueBody['dead'][number];

export function revenueText(body: RevenueBody, layout: ReportLayout): string {
  const { window, totals, currency, most_profitable: top, dead, dead_count: count } = body;
  const head = `${body.gym_id}, ${dates(window.from, window.to)}`;
  const notes = noteLines(body.notes, layout);
  if (body.total_classes === 0) return [`${head}: no classes were held.`, ...notes].join('\n');
  const rows = (list: readonly Row[]) => table(columnsIn(currency), list, layout);
  const sum = (amount: number | null) => money(amount, currency);
  const cut = dead.length < count ? `, ${dead.length} of ${number(count)}` : '';
  return [
    ...[
      `${head}: ${sum(totals.profit)} profit, ${sum(totals.revenue)} revenue, ${sum(totals.cost)} cost. Unsold places: ${sum(totals.empty_seat_value)}.`,
      ...remarks(totals),
    ].flatMap((line) => wrapped(line, layout.width)),
    ...notes,
    '',
    top.length === 0 ? 'No class is known to make a profit.' : 'Top earners:',
    ...(top.length === 0 ? [] : rows(top)),
    '',
    dead.length === 0
      ? 'No class is nearly empty or losing money.'
      : `Nearly empty or losing money${cut}:`,
    ...(dead.length === 0 ? [] : rows(dead)),
    ...dead.filter(isLosing).flatMap((row) => {
      const remedy = `${row.name} (${slot(row.weekday, row.start_time)}): ${remedyOf(row)}`;
      return wrapped(remedy, layout.width);
    }),
    ...legend(['breakeven', 'full'], layout),
  ].join('\n');
}

/** People come, and it loses money all the same. */
function isLosing({ verdict, verdict_reasons: reasons }: Row): boolean {
  return verdictOf({ verdict, reasons }) === 'unprofitable';
}

/** What is missing from the sums, and why a profit may not be revenue less cost. */
function remarks(totals: RevenueBody['totals']): string[] {
  const { revenue, cost } = totals;
  if (revenue === null || cost === null) {
    const unknown =
      revenue !== null ? 'Cost is' : cost !== null ? 'Revenue is' : 'Revenue and cost are';
    return [`${unknown} unknown: no class was counted, or prices and pay are not set.`];
  }
  const counts = [totals.revenue_occurrences, totals.cost_occurrences, totals.profit_occurrences];
  if (new Set(counts).size === 1) return [];
  const [ofRevenue, ofCost, ofProfit] = counts;
  return [`Known for: revenue ${ofRevenue}, cost ${ofCost}, profit ${ofProfit} classes.`];
}

function columnsIn(currency: string | null): readonly Column<Row>[] {
  const amount = (value: number | null) => money(value, currency);
  return [
    { head: 'CLASS', cell: ({ name }) => name },
    { head: 'WHEN', cell: (row) => slot(row.weekday, row.start_time) },
    { head: 'ROOM', cell: ({ room }) => room ?? UNKNOWN, spare: 5 },
    {
      head: 'PER CLASS',
      cell: ({ profit_per_class: profit }) => amount(profit),
      style: ({ profit_per_class: profit }) => (profit !== null && profit < 0 ? 'red' : null),
    },
    { head: 'REVENUE', cell: ({ revenue }) => amount(revenue), spare: 3 },
    { head: 'COST', cell: ({ cost }) => amount(cost), spare: 4 },
    { head: 'PEOPLE', cell: (row) => average(row.average_attendance), spare: 1 },
    { head: 'BREAKS EVEN', cell: breaksEven, spare: 2 },
    { head: 'FULL', cell: (row) => percent(row.fill_rate) },
    { head: 'VERDICT', cell: verdictText, style: verdictStyle, spare: 6 },
  ];
}

/** People from which a class pays for itself; `never` where no attendance is enough. */
function breaksEven({ breakeven_attendance: people, breakeven_reason: reason }: Row): string {
  return people === null && reason === 'no_margin' ? 'never' : number(people);
}
