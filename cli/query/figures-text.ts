/** The answer to a query as a table for a person. */

import { MEASURES, type MeasureName } from '../../gym/figures/catalogue.ts';
import { DIMENSIONS, type DimensionName } from '../../gym/figures/dimensions.ts';
import type { RowFigures } from '../../gym/figures/measures.ts';
import type { FiguresAnswer, FiguresRow } from '../../gym/figures/query.ts';
import { UNKNOWN } from '../../web/words/format.ts';
import { type Column, type Layout, table, wrapped } from '../terminal/table.ts';

type Line = FiguresRow | RowFigures;

export function figuresLines(
  answer: FiguresAnswer,
  currency: string | null,
  layout: Layout,
): string[] {
  const { query, rows, total, row_count, notes } = answer;
  const columns: readonly Column<Line>[] = [
    ...query.by.flatMap(readable).map((name, at) => ({
      head: headOf(name),
      cell: (line: Line) => (line === total ? (at === 0 ? 'all' : '') : keyText(line, name)),
    })),
    ...query.measures.flatMap((name) => [
      { head: headOf(name), cell: (line: Line) => text(name, line[name]) },
      ...(query.share
        ? [{ head: 'SHARE', cell: ({ share }: Line) => percent(share?.[name]) }]
        : []),
      ...(query.compare === null
        ? []
        : [{ head: 'CHANGE', cell: ({ change }: Line) => text(name, change?.[name]) }]),
    ]),
    { head: 'CLASSES', cell: ({ of }: Line) => String(of) },
  ];
  const lines: readonly Line[] = query.by.length === 0 ? [total] : [...rows, total];
  const more = row_count > rows.length ? [`${rows.length} of ${row_count} rows.`] : [];
  const money = query.measures.some((name) => MEASURES[name].unit === 'money');
  return [
    `${query.from} to ${query.to}${money && currency !== null ? `, in ${currency}` : ''}`,
    ...table(columns, lines, layout),
    ...more,
    ...notes.flatMap((note) => wrapped(`Note: ${note}`, layout.width)),
  ];
}

/** Its words, so that a wide table breaks between them. */
function headOf(name: string): string {
  return name.toUpperCase().replaceAll('_', ' ');
}

/** The name of a session has its class, day, start and room. */
function readable(name: DimensionName): readonly DimensionName[] {
  return name === 'session' ? ['session', 'trainer', 'substitute', 'status'] : [name];
}

function keyText(row: FiguresRow, name: DimensionName): string {
  const { label } = DIMENSIONS[name];
  return (label === null ? null : row[label]) ?? String(row[name] ?? UNKNOWN);
}

function text(name: MeasureName, value: number | null | undefined): string {
  if (value === null || value === undefined) return UNKNOWN;
  return MEASURES[name].unit === 'rate' ? percent(value) : String(value);
}

function percent(value: number | null | undefined): string {
  return value === null || value === undefined ? UNKNOWN : `${(value * 100).toFixed(1)}%`;
}
