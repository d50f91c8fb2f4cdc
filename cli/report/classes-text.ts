/** Classes by how full they are, for a person. */

import type { PerformanceBody } from '../../gym/reports/performance.ts';
import { verdictName, verdictOf, verdictWords } from '../../web/parts/verdict.tsx';
import { average, classes, counted, dates, percent, UNKNOWN } from '../../web/words/format.ts';
import { type Column, type Style, table } from '../terminal/table.ts';
import { legend, noteLines, pointsOf, type ReportLayout, slot } from './legend.ts';

type Row = PerformanceBody['ranking'][number];

const COLUMNS: readonly Column<Row>[] = [
  { head: '#', cell: ({ rank }) => `${rank}` },
  { head: 'CLASS', cell: ({ name }) => name },
  { head: 'WHEN', cell: (row) => slot(row.weekday, row.start_time) },
  { head: 'ROOM', cell: ({ room }) => room ?? UNKNOWN, spare: 2 },
  { head: 'FULL', cell: (row) => percent(row.fill_rate) },
  { head: 'PEOPLE', cell: (row) => average(row.average_attendance) },
  { head: 'COUNTED', cell: (row) => `${row.graded_occurrences}/${row.occurrences}`, spare: 1 },
  { head: 'TREND', cell: ({ trend }) => pointsOf(trend), spare: 3 },
  { head: 'NO-SHOWS', cell: (row) => percent(row.no_show_rate), spare: 4 },
  { head: 'VERDICT', cell: verdictText, style: verdictStyle },
];

/** `Quiet: under half full`; what the number says already is left out. */
export function verdictText({ verdict, verdict_reasons: reasons }: Judged): string {
  const why = verdictWords(reasons.filter((code) => !/^(?:fill_|low_fill|loses_money)/.test(code)));
  const name = verdictName({ verdict, reasons });
  return why === '' ? name : `${name}: ${why}`;
}

export function verdictStyle({ verdict, verdict_reasons: reasons }: Judged): Style | null {
  const styles: Readonly<Record<string, Style>> = {
    full: 'green',
    weak: 'yellow',
    dead: 'red',
    unprofitable: 'red',
  };
  return styles[verdictOf({ verdict, reasons })] ?? null;
}

interface Judged {
  readonly verdict: string;
  readonly verdict_reasons: readonly string[];
}

export function classesText(body: PerformanceBody, layout: ReportLayout): string {
  const { window, ranking, dead_classes: dead, dead_count: count } = body;
  const head = `${body.gym_id}, ${dates(window.from, window.to)}`;
  const notes = noteLines(body.notes, layout);
  if (body.total_classes === 0) return [`${head}: no classes were held.`, ...notes].join('\n');
  return [
    `${head}: the ${ranking.length} fullest of ${classes(body.total_classes)}.`,
    ...notes,
    '',
    ...table(COLUMNS, ranking, layout),
    '',
    count === 0
      ? 'No class is nearly empty or losing money.'
      : `${counted(count, 'class is', 'classes are')} nearly empty or losing money:`,
    ...(dead.length === 0 ? [] : table(COLUMNS, dead, layout)),
    ...legend(['full', 'counted', 'trend'], layout),
  ].join('\n');
}
