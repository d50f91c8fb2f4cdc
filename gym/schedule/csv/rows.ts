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
  const behindLine = skipper(text, '[^\\r\\n]*');
  const quotedRow = quotedRowReader(text, delimiter);
  let line = 1;
  for (let from = 0; from < text.length; line += 1) {
    let end = behindLine(from);
    const first = text.slice(from, end);
    if (first.includes('"')) {
      const row = quotedRow(from);
      yield { line, cells: row?.cells ?? null, text: first };
      line += row?.moreLines ?? 0;
      end = row?.end ?? end;
    } else if (first.trim() !== '') {
      const cells = first.split(delimiter, MAX_CELLS).map((cell) => cell.trim());
      yield { line, cells, text: first };
    }
    from = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
}

/** Where what a pattern describes ends that begins at a place. */
function skipper(text: string, pattern: string): (from: number) => number {
  const sticky = new RegExp(pattern, 'y');
  return (from) => {
    sticky.lastIndex = from;
    sticky.test(text);
    return sticky.lastIndex;
  };
}

/** Reads a row with quotes; null where one is not closed, or not at the end of its cell. */
function quotedRowReader(text: string, delimiter: string) {
  const behindSpace = skipper(text, delimiter === '\t' ? ' *' : '[ \\t]*');
  const behindBare = skipper(text, `[^\\r\\n${delimiter}]*`);
  const cellAt = (from: number) => {
    const begin = behindSpace(from);
    const isQuoted = text[begin] === '"';
    const end = isQuoted ? behindQuote(text, begin) : behindBare(begin);
    const cell = text.slice(begin, end ?? begin);
    return end === null
      ? null
      : { cell: isQuoted ? unquoted(cell) : cell.trim(), end: behindSpace(end) };
  };
  return (from: number) => {
    const cells: string[] = [];
    let moreLines = 0;
    let end = from - 1;
    while (cells.length < MAX_CELLS) {
      const found = cellAt(end + 1);
      if (found === null) return null;
      cells.push(found.cell);
      moreLines += found.cell.split('\n').length - 1;
      end = found.end;
      const next = text[end] ?? '\n';
      const isEnd = next === '\n' || next === '\r';
      if (moreLines >= MAX_LINES || (!isEnd && next !== delimiter)) return null;
      if (isEnd) break;
    }
    return { cells, end, moreLines };
  };
}

/** Behind the quote that closes a cell; null where none does. */
function behindQuote(text: string, from: number): number | null {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at + 1;
  }
  return null;
}

function unquoted(cell: string): string {
  return cell.slice(1, -1).replaceAll('""', '"').replace(/\r\n?/g, '\n');
}
