/**
 * CSV as classes: finds the table, recognises its columns, reads row by row. Rows are those of RFC 4180; spaces may
 * stand around quotes, a quote within a cell that has none around it is a letter, and one that is never closed costs
 * its own line alone.
 */

import { foldText } from '../sessions/names.ts';
import {
  type FaultLog,
  MAX_CELLS,
  MAX_ROWS,
  type ParseOptions,
  scheduleUnreadable,
  tooManyParts,
} from './entry.ts';
import type { Row } from './rows.ts';
import { tableSystem } from './systems.ts';
import { columnsOf, type Field, noteUnknownColumns, textOf, unguarded } from './values.ts';

/** Rows at the end that sum the others up. */
const TOTAL = /^(?:grand|sub)?(?:total|sum|summe|gesamt)s?$/;
/** Columns that a person can choose from, and their longest name: what the configuration takes. */
const MAX_SHOWN = 200;
const MAX_NAME = 200;
const MAX_UNUSED = 50;

const COLUMNS = 'a table with a column for the name of the class and one for its start';
/** As columns are named in turnout.yaml: a command that has an option for it says that instead. */
export const COLUMNS_HINT = 'name them under columns: name, start';

/** Throws `schedule_unreadable` where no line is a header with a class and a time, unless its columns are asked for. */
export function readCsv(text: string, options: ParseOptions, faults: FaultLog) {
  const explicit = options.columns;
  const table =
    findTable(text, (header) => columnsOf(header, explicit).size) ??
    findTable(text, ({ length }) => length);
  if (table === null) {
    throw scheduleUnreadable(COLUMNS, 'no line with the names of columns', COLUMNS_HINT);
  }
  const { cells: header, line: headerLine } = table;
  const indexOf = new Map(header.map((name, index) => [foldText(name), index]));
  const { name, refusal, adjust, columns: preferred } = tableSystem(new Set(indexOf.keys()));
  if (refusal !== undefined) {
    faults.skipped(headerLine, ...refusal.fault);
    return factsOf(name, header, new Map(), []);
  }
  const columns = columnsOf(header, explicit, preferred);
  const hasTime = (['start', 'date', 'time', 'weekday'] as const).some((each) => columns.has(each));
  if (!columns.has('name') || !hasTime) {
    const got = `columns ${header.join(', ').slice(0, 300)}`;
    if (options.showsColumns !== true) throw scheduleUnreadable(COLUMNS, got, COLUMNS_HINT);
    faults.skipped(headerLine, null, COLUMNS, got);
    return factsOf(name, header, columns, []);
  }
  noteUnknownColumns(header, explicit, faults);
  const lines = readableRows(text, table, faults);
  // A column `Cancelled` can be yes and no, or how many bookings were cancelled.
  const status = columns.get('status') ?? -1;
  if (lines.some(({ cells }) => Number(cells[status]) > 1)) columns.delete('status');
  const fields = [...columns];
  const rows = lines.flatMap(({ line, cells }) =>
    faults.attempt(line, () => {
      const values = Object.fromEntries(fields.map(([field, index]) => [field, cells[index]]));
      return { line, values: adjust?.(values, (at) => cells[indexOf.get(at) ?? -1]) ?? values };
    }),
  );
  return factsOf(name, header, columns, rows);
}

type CsvTable = NonNullable<ReturnType<typeof findTable>>;

/** Throws `schedule_too_large` for more cells than any timetable has. */
function readableRows(text: string, table: CsvTable, faults: FaultLog) {
  const found: { readonly line: number; readonly cells: readonly string[] }[] = [];
  let rows = 0;
  let size = 0;
  for (const { line, cells, text: first } of rowsOf(text, table.delimiter)) {
    size += cells?.length ?? 0;
    if (size >= MAX_CELLS)
      throw tooManyParts(`at most ${MAX_CELLS} cells`, `more, in line ${line}`);
    if (line <= table.line) continue;
    rows += 1;
    if (rows > MAX_ROWS) {
      faults.skipped(line, null, `at most ${MAX_ROWS} rows`, 'more; the rest was left out');
      break;
    }
    if (cells === null) {
      faults.skipped(line, null, 'quotes that are closed', first);
      continue;
    }
    const filled = cells.find((cell) => textOf(cell) !== null);
    if (filled === undefined) continue;
    faults.rows += 1;
    if (TOTAL.test(foldText(filled))) {
      faults.passedOver({ line, what: `a row of totals (${filled})` });
    } else {
      found.push({ line, cells: cells.map(unguarded) });
    }
  }
  return found;
}

/** What is known of a table: `header` and `unusedColumns` have what a person can choose, in order. */
function factsOf(
  shape: string,
  header: readonly string[],
  columns: ReadonlyMap<Field, number>,
  rows: readonly Row[],
) {
  const named = header.filter((name) => textOf(name) !== null && name.length <= MAX_NAME);
  const choosable = [...new Set(named)].slice(0, MAX_SHOWN);
  const used = Object.fromEntries([...columns].map(([field, at]) => [field, header[at] ?? '']));
  const read = Object.values(used);
  // Of two columns of one name the first is read.
  const unused = named.filter((name, at) => !read.includes(name) || named.indexOf(name) < at);
  // A recognised export has columns that mean nothing here, and reads others in its own way.
  const unusedColumns = shape === 'generic' ? [...new Set(unused)].slice(0, MAX_UNUSED) : [];
  return { shape, rows, isWhole: false, header: choosable, unusedColumns, columns: used };
}

/** Longest row in lines. Chosen here: a description of a class in a quoted cell. */
const MAX_LINES = 50;

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Rows that may be a header: titles, filters and the date of the report stand above it. Chosen here. */
const MAX_TITLE_ROWS = 30;
/** Characters in which a header is looked for. Chosen here: 30 long lines. */
const HEAD_CHARACTERS = 64 * 1024;
/** Fewer columns are no table: one word can stand anywhere. */
const MIN_COLUMNS = 2;

/** The header with the highest score, the first of several; null where none scores two. */
function findTable(text: string, scoreOf: (header: readonly string[]) => number) {
  let best = { delimiter: '', line: 0, cells: [] as readonly string[], score: MIN_COLUMNS - 1 };
  for (const delimiter of DELIMITERS) {
    let rows = 0;
    for (const { line, cells } of rowsOf(text.slice(0, HEAD_CHARACTERS), delimiter)) {
      const score = cells === null ? 0 : scoreOf(cells);
      if (cells !== null && score > best.score) best = { delimiter, line, cells, score };
      rows += 1;
      if (rows >= MAX_TITLE_ROWS) break;
    }
  }
  return best.score < MIN_COLUMNS ? null : best;
}

/** All rows that are not empty, in order: each with the 1-based line that it begins on, and its first line. */
export function* rowsOf(text: string, delimiter: string) {
  const toLineEnd = /[^\r\n]*/y;
  const quotedRow = quotedRowReader(text, delimiter);
  let line = 1;
  for (let from = 0; from < text.length; line += 1) {
    toLineEnd.lastIndex = from;
    const [first = ''] = toLineEnd.exec(text) ?? [];
    const hasQuote = first.includes('"');
    const row = hasQuote ? quotedRow(from) : null;
    if (hasQuote) {
      // Null where its quotes make no sense.
      yield { line, cells: row?.cells ?? null, text: first };
    } else if (first.trim() !== '') {
      const cells = first.split(delimiter, MAX_CELLS).map((cell) => cell.trim());
      yield { line, cells, text: first };
    }
    line += row?.moreLines ?? 0;
    const end = row?.end ?? from + first.length;
    from = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
}

/** Reads a row with quotes; null where one is not closed, or not at the end of its cell. */
function quotedRowReader(text: string, delimiter: string) {
  const space = delimiter === '\t' ? ' *' : '[ \\t]*';
  const quoted = `"([^"]*(?:""[^"]*)*)"${space}`;
  const bare = `(?!${space}")([^\\r\\n${delimiter}]*)`;
  const cell = new RegExp(`${space}(?:${quoted}|${bare})(?=[\\r\\n${delimiter}]|$)`, 'y');
  return (from: number) => {
    const cells: string[] = [];
    let moreLines = 0;
    let end = from - 1;
    do {
      cell.lastIndex = end + 1;
      const found = cell.exec(text);
      const value = found?.[1]?.replaceAll('""', '"').replace(/\r\n?/g, '\n') ?? found?.[2]?.trim();
      moreLines += (value?.split('\n').length ?? 0) - 1;
      if (value === undefined || moreLines >= MAX_LINES) return null;
      end = cell.lastIndex;
      cells.push(value);
    } while (text[end] === delimiter && cells.length < MAX_CELLS);
    return { cells, end, moreLines };
  };
}
