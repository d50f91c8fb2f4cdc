/** CSV as classes: finds the table, tells its columns apart, reads row by row. */

import { SCHEDULE_FIELDS } from '../../../config/sections/gym/schedule-fields.ts';
import { TurnoutError } from '../../../errors.ts';
import type { FaultLog } from '../faults.ts';
import { MAX_ROWS } from '../limits.ts';
import type { ParseOptions } from '../options.ts';
import type { ReadParts } from '../read-parts.ts';
import type { RowContext } from '../row/context.ts';
import type { Field, RowValues } from '../row/fields.ts';
import { foldText } from '../row/fold.ts';
import { makeContext } from '../row/make-context.ts';
import { readRow } from '../row/row.ts';
import { textOf } from '../row/values/blank.ts';
import { unguarded } from '../write/formula-guard.ts';
import { cellsOf } from './cells.ts';
import { type ColumnOf, columnsOf, foldedHeader, tellUnknownColumns } from './header.ts';
import { type CellOf, type CsvShape, csvShapeOf, type RowRefusal } from './shapes.ts';
import { type CsvTable, findTable, likelyTable, rowsOf } from './table.ts';
import { WeeklyRows } from './weekly.ts';

export interface CsvFacts {
  /** `generic`, or the export it was recognised as. */
  readonly shape: string;
  /** Its columns in order, so far as a person can choose them. */
  readonly header: readonly string[];
  readonly unusedColumns: readonly string[];
  readonly columns: Readonly<Partial<Record<Field, string>>>;
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Rows at the end that sum the others up. */
const TOTAL = /^(?:grand|sub)?(?:total|sum|summe|gesamt)s?$/;

/**
 * Reads all rows into `entries`. Throws `schedule_unreadable` where no line is a header with a class and a time.
 *
 * @returns name of the export, and the columns that were not read.
 */
export function readCsv({ text, options, entries, faults }: ReadParts): CsvFacts {
  const table = findTable(text, { explicit: options.columns });
  if (table === null) return orColumns(likelyTable(text), options, faults);
  const shape = csvShapeOf(new Set(foldedHeader(table.header)));
  if (shape.refusal !== undefined) {
    faults.skipped({ line: table.headerLine, ...shape.refusal });
    return { shape: shape.name, header: shown(table), unusedColumns: [], columns: {} };
  }
  const columns = usableColumns(table, shape, options);
  if (columns === null) return orColumns(table, options, faults);
  tellUnknownColumns(table.header, options.columns, faults);
  const rows = [...readableRows(text, table, faults)];
  dropCountedCancels(columns, rows);
  const context = contextOf(rows, columns, { options, faults });
  const weekly = new WeeklyRows(options, context.dateOrder);
  readRows(rows, { reader: new RowReader(table, shape, columns), weekly, context, entries });
  return {
    shape: shape.name,
    header: shown(table),
    unusedColumns: unusedColumns(table.header, shape, columns),
    columns: namesOf(table, columns),
  };
}

interface RowParts extends Pick<ReadParts, 'entries'> {
  readonly reader: RowReader;
  readonly weekly: WeeklyRows;
  readonly context: RowContext;
}

function readRows(rows: readonly Row[], { reader, weekly, context, entries }: RowParts): void {
  const { faults } = context;
  for (const row of rows) {
    if (entries.isFull) break;
    const values = reader.valuesOf(row, faults);
    const written = values === null ? [] : weekly.written(values);
    if ('expected' in written) {
      faults.skipped({ line: row.line, ...written });
      continue;
    }
    for (const one of written) {
      const draft = readRow(one, row.line, context);
      if (draft !== null && !entries.isFull) entries.add(draft);
    }
  }
}

class RowReader {
  readonly #shape: CsvShape;
  readonly #columns: ColumnOf;
  readonly #indexOf: ReadonlyMap<string, number>;

  constructor(table: CsvTable, shape: CsvShape, columns: ColumnOf) {
    this.#shape = shape;
    this.#columns = columns;
    this.#indexOf = new Map(foldedHeader(table.header).map((name, index) => [name, index]));
  }

  valuesOf({ line, cells }: Row, faults: FaultLog): RowValues | null {
    const values: Partial<Record<Field, string>> = {};
    for (const [field, index] of this.#columns) {
      const cell = cells[index];
      if (cell !== undefined) values[field] = cell;
    }
    const cell: CellOf = (name) => cells[this.#indexOf.get(name) ?? -1];
    const adjusted = this.#shape.adjust?.(values, cell) ?? values;
    if (!isRefusal(adjusted)) return adjusted;
    faults.skipped({ line, ...adjusted });
    return null;
  }
}

function isRefusal(adjusted: RowValues | RowRefusal): adjusted is RowRefusal {
  return 'expected' in adjusted;
}

function* readableRows(text: string, table: CsvTable, faults: FaultLog): Generator<Row> {
  let rows = 0;
  for (const record of rowsOf(text, table)) {
    rows += 1;
    if (rows > MAX_ROWS) {
      faults.skipped({
        line: record.line,
        field: null,
        expected: `at most ${MAX_ROWS} rows`,
        got: 'more; the rest was left out',
      });
      return;
    }
    const cells = cellsOf(record, table.delimiter);
    if (cells === null) {
      faults.skipped({
        line: record.line,
        field: null,
        expected: 'quotes that are closed',
        got: record.text,
      });
    } else if (!isBlank(cells)) {
      faults.met();
      const passed = totalOf(cells);
      if (passed === null) yield { line: record.line, cells: cells.map(unguarded) };
      else faults.passedOver({ line: record.line, what: passed });
    }
  }
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => textOf(cell) === null);
}

/** The figure of a row that sums others up; null for a row of a class. */
function totalOf(cells: readonly string[]): string | null {
  const first = cells.find((cell) => textOf(cell) !== null) ?? '';
  return TOTAL.test(foldText(first)) ? `a row of totals (${first})` : null;
}

function usableColumns(
  table: CsvTable,
  shape: CsvShape,
  options: ParseOptions,
): Map<Field, number> | null {
  const columns = new Map(
    columnsOf(table.header, {
      explicit: options.columns,
      ...(shape.preferred === undefined ? {} : { preferred: shape.preferred }),
    }),
  );
  const hasTime = ['start', 'date', 'time', 'weekday'].some((field) => columns.has(field as Field));
  return columns.has('name') && hasTime ? columns : null;
}

/** No class, and what a person can choose from where that is asked for. Throws `schedule_unreadable` else. */
function orColumns(
  table: CsvTable | null,
  { showsColumns, columns: explicit }: ParseOptions,
  faults: FaultLog,
): CsvFacts {
  if (table === null) throw unreadable('no line with the names of columns');
  const got = `columns ${table.header.join(', ').slice(0, 300)}`;
  if (showsColumns !== true) throw unreadable(got);
  faults.skipped({ line: table.headerLine, field: null, expected: COLUMNS, got });
  const header = shown(table);
  const known = columnsOf(table.header, { explicit });
  const columns = namesOf(table, known);
  const used = Object.values(columns);
  const unused = header.filter((name) => !used.includes(name)).slice(0, MAX_UNUSED);
  return { shape: 'generic', header, unusedColumns: unused, columns };
}

function namesOf({ header }: CsvTable, columns: ColumnOf): CsvFacts['columns'] {
  return Object.fromEntries([...columns].map(([field, at]) => [field, header[at] ?? '']));
}

/** Columns that a person can choose from, and their longest name: what the configuration takes. */
const MAX_SHOWN = 200;
const MAX_NAME = 200;

function shown({ header }: CsvTable): readonly string[] {
  const named = header.filter((name) => textOf(name) !== null && name.length <= MAX_NAME);
  return [...new Set(named)].slice(0, MAX_SHOWN);
}

const COLUMNS = 'a table with a column for the name of the class and one for its start';

/** As columns are named in turnout.yaml: a command that has an option for it says that instead. */
export const COLUMNS_HINT = 'name them under columns: name, start';

const MAX_UNUSED = 50;

/** A recognised export has columns that mean nothing here, and its own way to read others: no one has to look at them. */
function unusedColumns(
  header: readonly string[],
  { name }: CsvShape,
  columns: ColumnOf,
): readonly string[] {
  if (name !== 'generic') return [];
  const used = new Set(columns.values());
  return header
    .filter((column, index) => !used.has(index) && textOf(column) !== null)
    .slice(0, MAX_UNUSED);
}

/** A column `Cancelled` can be yes and no, or how many bookings were cancelled. */
function dropCountedCancels(columns: Map<Field, number>, rows: readonly Row[]): void {
  const index = columns.get('status');
  if (index !== undefined && rows.some(({ cells }) => Number(cells[index]) > 1)) {
    columns.delete('status');
  }
}

function contextOf(
  rows: readonly Row[],
  columns: ColumnOf,
  { options, faults }: Pick<ReadParts, 'options' | 'faults'>,
): RowContext {
  const column = (field: Field): string[] => {
    const index = columns.get(field);
    return index === undefined ? [] : rows.map(({ cells }) => cells[index] ?? '');
  };
  const dates = SCHEDULE_FIELDS.filter((field) =>
    ['date', 'start', 'end', 'from', 'until'].includes(field),
  ).flatMap(column);
  return makeContext({ dates, amounts: column('revenue'), timezone: options.timezone, faults });
}

function unreadable(got: string): TurnoutError {
  return new TurnoutError('schedule_unreadable', {
    where: 'schedule',
    expected: COLUMNS,
    got,
    hint: COLUMNS_HINT,
  });
}
