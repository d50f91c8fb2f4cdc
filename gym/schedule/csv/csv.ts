/** CSV as classes: finds the table, recognises its columns, reads row by row. */

import type { ParsedSchedule, ParseOptions, RowFault } from '../entry.ts';
import {
  type EntryList,
  type FaultLog,
  type ReadParts,
  scheduleUnreadable,
} from '../entry-list.ts';
import { MAX_CELLS, MAX_ROWS, tooManyParts } from '../limits.ts';
import { makeContext, type RowContext, readRow } from '../row/row.ts';
import { type Field, foldText, type RowValues, textOf, unguarded } from '../row/text.ts';
import { type TableSystem, tableSystemOf } from '../systems.ts';
import { type ColumnOf, columnsOf, foldedHeader, noteUnknownColumns } from './columns.ts';
import { type CsvTable, findTable, rowsOf } from './rows.ts';
import { WeeklyRows } from './weekly.ts';

/** `header` has the columns that a person can choose, in order. */
type CsvFacts = Pick<ParsedSchedule, 'shape' | 'header' | 'unusedColumns' | 'columns'> & {
  readonly isWhole: false;
};

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Rows at the end that sum the others up. */
const TOTAL = /^(?:grand|sub)?(?:total|sum|summe|gesamt)s?$/;
/** Columns that a person can choose from, and their longest name: what the configuration takes. */
const MAX_SHOWN = 200;
const MAX_NAME = 200;
const MAX_UNUSED = 50;

const COLUMNS = 'a table with a column for the name of the class and one for its start';
/** As columns are named in turnout.yaml: a command that has an option for it says that instead. */
export const COLUMNS_HINT = 'name them under columns: name, start';

/** Reads all rows into `entries`. Throws `schedule_unreadable` where no line is a header with a class and a time. */
export function readCsv({ text, options, entries, faults }: ReadParts): CsvFacts {
  const explicit = options.columns;
  const table = findTable(text, (header) => columnsOf(header, { explicit }).size);
  if (table === null) {
    return withoutClasses(
      findTable(text, ({ length }) => length),
      options,
      faults,
    );
  }
  const names = foldedHeader(table.header);
  const system = tableSystemOf(new Set(names));
  const header = choosable(table);
  if (system.refusal !== undefined) {
    faults.skipped({ line: table.headerLine, ...system.refusal });
    return factsOf(system.name, header);
  }
  const columns = new Map(columnsOf(table.header, { explicit, preferred: system.columns ?? {} }));
  const hasTime = (['start', 'date', 'time', 'weekday'] as const).some((each) => columns.has(each));
  if (!columns.has('name') || !hasTime) return withoutClasses(table, options, faults);
  noteUnknownColumns(table.header, explicit, faults);
  const rows = readableRows(text, table, faults);
  dropCountedCancels(columns, rows);
  const textsOf = (...fields: readonly Field[]) =>
    fields.flatMap((field) => {
      const at = columns.get(field);
      return at === undefined ? [] : rows.map(({ cells }) => cells[at] ?? '');
    });
  const dates = textsOf('date', 'start', 'from', 'until', 'end');
  const context = makeContext(options.timezone, faults, dates, textsOf('revenue'));
  const indexOf = new Map(names.map((name, index) => [name, index]));
  const weekly = new WeeklyRows(options, context.dateOrder);
  readRows(rows, { columns, system, indexOf, weekly, context, entries });
  const unused = system.name === 'generic' ? unusedColumns(table, columns) : [];
  return factsOf(system.name, header, unused, namesOf(table, columns));
}

interface Reading {
  readonly columns: ColumnOf;
  readonly system: TableSystem;
  /** By the folded name of a column; the last of several. */
  readonly indexOf: ReadonlyMap<string, number>;
  readonly weekly: WeeklyRows;
  readonly context: RowContext;
  readonly entries: EntryList;
}

function readRows(rows: readonly Row[], reading: Reading): void {
  const { weekly, context, entries } = reading;
  for (const { line, cells } of rows) {
    if (entries.isFull) break;
    const said = valuesOf(cells, reading);
    const written = 'expected' in said ? said : weekly.written(said);
    if ('expected' in written) {
      context.faults.skipped({ line, ...written });
      continue;
    }
    for (const values of written) {
      const draft = readRow(values, line, context);
      if (draft !== null && !entries.isFull) entries.add(draft);
    }
  }
}

function valuesOf(
  cells: readonly string[],
  { columns, system, indexOf }: Reading,
): RowValues | RowFault {
  const values: Partial<Record<Field, string>> = {};
  for (const [field, index] of columns) {
    const cell = cells[index];
    if (cell !== undefined) values[field] = cell;
  }
  return system.adjust?.(values, (name) => cells[indexOf.get(name) ?? -1]) ?? values;
}

/** Throws `schedule_too_large` for more cells than any timetable has. */
function readableRows(text: string, table: CsvTable, faults: FaultLog): Row[] {
  const found: Row[] = [];
  let rows = 0;
  let size = 0;
  for (const { line, cells, text: first } of rowsOf(text, table.delimiter)) {
    size += cells?.length ?? 0;
    if (size >= MAX_CELLS)
      throw tooManyParts(`at most ${MAX_CELLS} cells`, `more, in line ${line}`);
    if (line <= table.headerLine) continue;
    rows += 1;
    if (rows > MAX_ROWS) {
      const expected = `at most ${MAX_ROWS} rows`;
      faults.skipped({ line, field: null, expected, got: 'more; the rest was left out' });
      break;
    }
    if (cells === null) {
      faults.skipped({ line, field: null, expected: 'quotes that are closed', got: first });
      continue;
    }
    const filled = cells.find((cell) => textOf(cell) !== null);
    if (filled === undefined) continue;
    faults.met();
    if (TOTAL.test(foldText(filled))) {
      faults.passedOver({ line, what: `a row of totals (${filled})` });
    } else {
      found.push({ line, cells: cells.map(unguarded) });
    }
  }
  return found;
}

/** No class, and what a person can choose from where that is asked for. Throws `schedule_unreadable` else. */
function withoutClasses(
  table: CsvTable | null,
  { showsColumns, columns: explicit }: ParseOptions,
  faults: FaultLog,
): CsvFacts {
  if (table === null)
    throw scheduleUnreadable(COLUMNS, 'no line with the names of columns', COLUMNS_HINT);
  const got = `columns ${table.header.join(', ').slice(0, 300)}`;
  if (showsColumns !== true) throw scheduleUnreadable(COLUMNS, got, COLUMNS_HINT);
  faults.skipped({ line: table.headerLine, field: null, expected: COLUMNS, got });
  const header = choosable(table);
  const columns = namesOf(table, columnsOf(table.header, { explicit }));
  const used = Object.values(columns);
  const unused = header.filter((name) => !used.includes(name)).slice(0, MAX_UNUSED);
  return factsOf('generic', header, unused, columns);
}

function factsOf(
  shape: string,
  header: readonly string[],
  unusedColumns: readonly string[] = [],
  columns: Readonly<Record<string, string>> = {},
): CsvFacts {
  return {
    shape,
    isWhole: false,
    ...(header.length > 0 && { header }),
    ...(unusedColumns.length > 0 && { unusedColumns }),
    ...(Object.keys(columns).length > 0 && { columns }),
  };
}

function namesOf({ header }: CsvTable, columns: ColumnOf): Record<string, string> {
  return Object.fromEntries([...columns].map(([field, at]) => [field, header[at] ?? '']));
}

function choosable({ header }: CsvTable): readonly string[] {
  const named = header.filter((name) => textOf(name) !== null && name.length <= MAX_NAME);
  return [...new Set(named)].slice(0, MAX_SHOWN);
}

/** For generic tables only: a recognised export has columns that mean nothing here, and reads others in its own way. */
function unusedColumns({ header }: CsvTable, columns: ColumnOf): readonly string[] {
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
