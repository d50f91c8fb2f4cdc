/** The rows of an answer as CSV of RFC 4180; what a spreadsheet would take for a formula is guarded. */

import { csvText } from '../../schedule/row/values.ts';
import type { FiguresAnswer, FiguresRow } from '../answer.ts';
import type { MeasureName } from '../catalogue.ts';
import { keyColumns } from '../dimensions.ts';
import type { FilterValue, NormalQuery } from '../query.ts';
import { countsNoShows, countsPeople } from '../row.ts';

type Column = readonly [head: string, cellOf: (row: FiguresRow) => FilterValue | undefined];
type Covered = Pick<FiguresAnswer, 'query' | 'rows' | 'covered'>;

/**
 * Empty is unknown. Behind each measure stand its n, its share and, with a range to compare with, what it was and the
 * change; behind all of them what attendance and no-shows were counted by, and last the days that the data cover.
 */
export function figuresCsv({ query, rows, covered }: Covered): string {
  const columns: Column[] = [
    ...columnsOf(query),
    ['covered_from', () => covered?.from],
    ['covered_to', () => covered?.to],
  ];
  return csvText([
    columns.map(([head]) => head),
    ...rows.map((row) => columns.map(([, cellOf]) => cellOf(row) ?? null)),
  ]);
}

function columnsOf({ by, measures, share, compare }: NormalQuery): Column[] {
  return [
    ...keyColumns(by).map((name): Column => [name, (row) => row[name]]),
    ...measures.flatMap((name): Column[] => [
      [name, (row) => row[name]],
      [`${name}_n`, (row) => row.n[name] ?? 0],
      ...(share ? [[`${name}_share`, (row) => row.share?.[name]] satisfies Column] : []),
      ...(compare === null ? [] : comparedColumns(name)),
    ]),
    ['of', (row) => row.of],
    ...(countsPeople(measures) ? BASIS : []),
    ...(countsNoShows(measures) ? NO_SHOWS : []),
  ];
}

function comparedColumns(name: MeasureName): Column[] {
  return [
    [`${name}_previous`, (row) => row.previous?.[name]],
    [`${name}_change`, (row) => row.change?.[name]],
  ];
}

const BASIS: readonly Column[] = [
  ['attendance_basis', ({ basis }) => basis?.attendance],
  ...(['manual', 'camera', 'import'] as const).map(
    (source): Column => [source, ({ basis }) => basis?.sources?.[source]],
  ),
];
const NO_SHOWS: readonly Column[] = [['no_shows_basis', ({ basis }) => basis?.no_shows]];
