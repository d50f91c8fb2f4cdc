/** Classes by fill for a person. */

import type { PerformanceBody } from '../../gym/reports/classes/performance.ts';
import { type Column, table } from '../terminal/table.ts';
import { classes, dates, number, percent, points, reasons, slot, UNKNOWN } from './figures.ts';
import { type Layout, legend, noteLines } from './legend.ts';

type Row = PerformanceBody['ranking'][number];

const COLUMNS: readonly Column<Row>[] = [
  { head: '', cell: ({ rank }) => `${rank}` },
  { head: 'CLASS', cell: ({ name }) => name },
  { head: 'WHEN', cell: (row) => slot(row.weekday, row.start_time) },
  { head: 'ROOM', cell: ({ room }) => room ?? UNKNOWN, spare: 2 },
  { head: 'FILL', cell: (row) => percent(row.fill_rate) },
  { head: 'PEOPLE', cell: (row) => number(row.average_attendance) },
  { head: 'COUNTED', cell: (row) => `${row.graded_occurrences}/${row.occurrences}`, spare: 1 },
  { head: 'TREND', cell: ({ trend }) => points(trend), spare: 3 },
  { head: 'NO-SHOWS', cell: (row) => percent(row.no_show_rate), spare: 4 },
  { head: 'VERDICT', cell: ({ verdict }) => verdict.replaceAll('_', ' ') },
];

export function classesText(body: PerformanceBody, layout: Layout): string {
  const { window, ranking, dead_classes: dead } = body;
  const head = `${body.gym_id}, ${dates(window)}`;
  const notes = noteLines(body.notes, layout.width);
  if (body.total_classes === 0) return [`${head}: no class was held`, ...notes].join('\n');
  const rows = (list: readonly Row[]) =>
    table(COLUMNS, list, { ...layout, note: (row) => reasons(row.verdict_reasons) });
  return [
    `${head}: ${ranking.length} of ${classes(body.total_classes)} by fill, people a class`,
    ...notes,
    '',
    ...rows(ranking),
    '',
    body.dead_count === 0 ? 'No dead classes.' : `${body.dead_count} dead:`,
    ...(dead.length === 0 ? [] : rows(dead)),
    ...legend(['fill', 'counted', 'trend', 'verdict'], layout),
  ].join('\n');
}
