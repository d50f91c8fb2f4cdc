/** Classes by fill for a person. */

import type { PerformanceBody } from '../../api/index.ts';
import { columns } from '../columns.ts';
import { classes, dates, number, percent, points, reasons, slot, UNKNOWN } from './figures.ts';

export function classesText(body: PerformanceBody): string {
  const { window, ranking, dead_classes: dead } = body;
  const head = `${body.gym_id}, ${dates(window)}`;
  if (body.total_classes === 0) return `${head}: no class was held`;
  return [
    `${head}: ${ranking.length} of ${classes(body.total_classes)} by fill`,
    '',
    ...table(ranking),
    '',
    body.dead_count === 0 ? 'No dead classes.' : `${body.dead_count} dead:`,
    ...(dead.length === 0 ? [] : table(dead)),
  ].join('\n');
}

function table(rows: PerformanceBody['ranking']): string[] {
  return columns([
    [
      '',
      'CLASS',
      'WHEN',
      'ROOM',
      'FILL',
      'PEOPLE A CLASS',
      'COUNTED',
      'TREND',
      'NO-SHOWS',
      'VERDICT',
      '',
    ],
    ...rows.map((row) => [
      `${row.rank}`,
      row.name,
      slot(row.weekday, row.start_time),
      row.room ?? UNKNOWN,
      percent(row.fill_rate),
      number(row.average_attendance),
      `${row.graded_occurrences}/${row.occurrences}`,
      points(row.trend),
      percent(row.no_show_rate),
      row.verdict.replaceAll('_', ' '),
      reasons(row.verdict_reasons),
    ]),
  ]);
}
