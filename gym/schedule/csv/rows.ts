/**
 * The rows of a CSV by RFC 4180, and the table among them. Spaces may stand around quotes, and a quote within a cell that
 * has none around it is a letter. A quote that is never closed costs its own line alone.
 */

import { MAX_CELLS } from '../limits.ts';

/** Longest row in lines. Chosen here: a description of a class in a quoted cell. */
const MAX_LINES = 50;

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Rows that may be a header: titles, filters and the date of the report stand above it. Chosen here. */
const MAX_TITLE_ROWS = 30;
/** Characters in which a header is looked for. Chosen here: 30 long lines. */
const HEAD_CHARACTERS = 64 * 1024;
/** Fewer columns are no table: one word can stand anywhere. */
const MIN_COLUMNS = 2;

export interface CsvRow {
  /** 1-based line that it begins on. */
  readonly line: number;
  /** Null where its quotes make no sense. */
  readonly cells: string[] | null;
  /** Its first line. */
  readonly text: string;
}

export interface CsvTable {
  readonly delimiter: string;
  readonly header: readonly string[];
  /** 1-based line of the header. */
  readonly headerLine: number;
}

/** The table whose header has the highest score, the first of several; null where none scores two. */
export function findTable(
  text: string,
  score: (header: readonly string[]) => number,
): CsvTable | null {
  let best: CsvTable | null = null;
  let most = MIN_COLUMNS - 1;
  for (const delimiter of DELIMITERS) {
    let rows = 0;
    for (const { line, cells } of rowsOf(text.slice(0, HEAD_CHARACTERS), delimiter)) {
      const found = cells === null ? 0 : score(cells);
      if (cells !== null && found > most) {
        best = { delimiter, header: cells, headerLine: line };
        most = found;
      }
      rows += 1;
      if (rows >= MAX_TITLE_ROWS) break;
    }
  }
  return best;
}

/** All rows that are not empty, in order. */
export function* rowsOf(text: string, delimiter: string): Generator<CsvRow> {
  const toLineEnd = /[^\r\n]*/y;
  const quotedRow = quotedRowReader(text, delimiter);
  let line = 1;
  for (let from = 0; from < text.length; line += 1) {
    toLineEnd.lastIndex = from;
    const [first = ''] = toLineEnd.exec(text) ?? [];
    const hasQuote = first.includes('"');
    const row = hasQuote ? quotedRow(from) : null;
    if (hasQuote) {
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
