/** The rows of an answer as CSV of RFC 4180; what a spreadsheet would take for a formula is guarded. */

import { guarded } from '../../schedule/row/text.ts';
import type { FiguresAnswer, FiguresRow } from '../answer.ts';
import { DIMENSIONS, type DimensionName } from '../dimensions.ts';
import type { FilterValue, NormalQuery } from '../query.ts';

type Covered = Pick<FiguresAnswer, 'query' | 'rows' | 'covered'>;

/** Empty is unknown. Behind each measure stand its n and, with a range to compare with, what it was and the change; last the days that the data cover. */
export function figuresCsv({ query, rows, covered }: Covered): string {
  const days = [covered?.from ?? null, covered?.to ?? null];
  const lines = [headOf(query), ...rows.map((row) => [...cellsOf(row, query), ...days])];
  return lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

function headOf({ by, measures, compare }: NormalQuery): string[] {
  return [
    ...by.flatMap((name) => [name, DIMENSIONS[name].label].filter((one) => one !== null)),
    ...measures.flatMap((name) => [
      name,
      `${name}_n`,
      ...(compare === null ? [] : [`${name}_previous`, `${name}_change`]),
    ]),
    'of',
    'covered_from',
    'covered_to',
  ];
}

function cellsOf(row: FiguresRow, { by, measures, compare }: NormalQuery): FilterValue[] {
  return [
    ...by.flatMap((name) => [row[name] ?? null, ...labelsOf(row, name)]),
    ...measures.flatMap((name) => [
      row[name] ?? null,
      row.n[name] ?? 0,
      ...(compare === null ? [] : [row.previous?.[name] ?? null, row.change?.[name] ?? null]),
    ]),
    row.of,
  ];
}

function labelsOf(row: FiguresRow, name: DimensionName): FilterValue[] {
  const { label } = DIMENSIONS[name];
  return label === null ? [] : [row[label] ?? null];
}

function cell(value: FilterValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = guarded(value);
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
