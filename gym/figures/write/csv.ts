/** The rows of an answer as CSV of RFC 4180; what a spreadsheet would take for a formula is guarded. */

import { guarded } from '../../schedule/row/text.ts';
import type { FiguresAnswer, FiguresRow } from '../answer.ts';
import { keyColumns } from '../dimensions.ts';
import type { FilterValue, NormalQuery } from '../query.ts';

/** Empty is unknown. Behind each measure stand its n, its share and, with a range to compare with, what it was and the change. */
export function figuresCsv({ query, rows }: Pick<FiguresAnswer, 'query' | 'rows'>): string {
  const lines = [headOf(query), ...rows.map((row) => cellsOf(row, query))];
  return lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

function headOf({ by, measures, share, compare }: NormalQuery): string[] {
  return [
    ...keyColumns(by),
    ...measures.flatMap((name) => [
      name,
      `${name}_n`,
      ...(share ? [`${name}_share`] : []),
      ...(compare === null ? [] : [`${name}_previous`, `${name}_change`]),
    ]),
    'of',
  ];
}

function cellsOf(row: FiguresRow, { by, measures, share, compare }: NormalQuery): FilterValue[] {
  return [
    ...keyColumns(by).map((name) => row[name] ?? null),
    ...measures.flatMap((name) => [
      row[name] ?? null,
      row.n[name] ?? 0,
      ...(share ? [row.share?.[name] ?? null] : []),
      ...(compare === null ? [] : [row.previous?.[name] ?? null, row.change?.[name] ?? null]),
    ]),
    row.of,
  ];
}

function cell(value: FilterValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = guarded(value);
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
