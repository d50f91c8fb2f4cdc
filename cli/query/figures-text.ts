/** The answer to a query as a table for a person. */

import type { FiguresAnswer, FiguresRow, RowFigures } from '../../gym/figures/answer.ts';
import { MEASURES, type MeasureName } from '../../gym/figures/catalogue.ts';
import type { DimensionName } from '../../gym/figures/dimensions.ts';
import { type Column, table } from '../terminal/table.ts';

interface Layout {
  readonly currency: string | null;
  readonly width: number;
}

type Line = Partial<Pick<FiguresRow, 'keys' | 'labels'>> & RowFigures;

const UNKNOWN = '–';

export function figuresLines(answer: FiguresAnswer, { currency, width }: Layout): string[] {
  const { query, rows, total, rowCount, notes } = answer;
  const columns: readonly Column<Line>[] = [
    ...query.by.map((name, at) => ({
      head: name.toUpperCase(),
      cell: (line: Line) => keyText(line, name, at === 0),
    })),
    ...query.measures.flatMap((name) => [
      { head: name.toUpperCase(), cell: ({ values }: Line) => text(name, values[name]) },
      ...(query.compare === null
        ? []
        : [{ head: 'CHANGE', cell: ({ change }: Line) => text(name, change?.[name]) }]),
    ]),
    { head: 'CLASSES', cell: ({ of }: Line) => String(of) },
  ];
  const lines: readonly Line[] = query.by.length === 0 ? [total] : [...rows, total];
  const more = rowCount > rows.length ? [`${rows.length} of ${rowCount} rows.`] : [];
  const money = query.measures.some((name) => MEASURES[name].unit === 'money');
  return [
    `${query.from} to ${query.to}${money && currency !== null ? `, in ${currency}` : ''}`,
    ...table(columns, lines, { width, note: () => '' }),
    ...more,
    ...notes.map((note) => `Note: ${note}`),
  ];
}

function keyText({ keys, labels }: Line, name: DimensionName, isFirst: boolean): string {
  if (keys === undefined) return isFirst ? 'all' : '';
  return labels?.[name] ?? String(keys[name] ?? UNKNOWN);
}

function text(name: MeasureName, value: number | null | undefined): string {
  if (value === null || value === undefined) return UNKNOWN;
  return MEASURES[name].unit === 'rate' ? `${(value * 100).toFixed(1)} %` : String(value);
}
