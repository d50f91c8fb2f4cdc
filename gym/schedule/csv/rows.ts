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
  let best: (CsvTable & { readonly score: number }) | null = null;
  for (const delimiter of DELIMITERS) {
    let rows = 0;
    for (const { line, cells } of rowsOf(text.slice(0, HEAD_CHARACTERS), delimiter)) {
      const found = cells === null ? 0 : score(cells);
      if (cells !== null && found >= MIN_COLUMNS && found > (best?.score ?? 0)) {
        best = { delimiter, header: cells, headerLine: line, score: found };
      }
      rows += 1;
      if (rows >= MAX_TITLE_ROWS) break;
    }
  }
  return best;
}

/** All rows that are not empty, in order. */
export function* rowsOf(text: string, delimiter: string): Generator<CsvRow> {
  const reader = new RowReader(text, delimiter);
  let line = 1;
  for (let from = 0; from < text.length; line += 1) {
    let end = reader.endOfLine(from);
    const first = text.slice(from, end);
    if (first.includes('"')) {
      const row = reader.quoted(from);
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

class RowReader {
  readonly #text: string;
  readonly #delimiter: string;
  readonly #bareEnd: RegExp;
  readonly #lineEnd = /[\r\n]/g;

  constructor(text: string, delimiter: string) {
    this.#text = text;
    this.#delimiter = delimiter;
    this.#bareEnd = new RegExp(`[\\r\\n${delimiter}]`, 'g');
  }

  /** A row with quotes; null where one is not closed, or not at the end of its cell. */
  quoted(from: number): { cells: string[]; end: number; moreLines: number } | null {
    const cells: string[] = [];
    let moreLines = 0;
    let at = from;
    while (cells.length < MAX_CELLS) {
      const cell = this.#cell(at);
      if (cell === null) return null;
      cells.push(cell.text);
      moreLines += cell.text.split('\n').length - 1;
      at = cell.end;
      const next = this.#text[at] ?? '\n';
      const isEnd = next === '\n' || next === '\r';
      if (moreLines >= MAX_LINES || (!isEnd && next !== this.#delimiter)) return null;
      if (isEnd) break;
      at += 1;
    }
    return { cells, end: at, moreLines };
  }

  /** From a place on, with the spaces around it; null for a quote that is not closed. */
  #cell(from: number): { readonly text: string; readonly end: number } | null {
    const begin = this.#behindSpace(from);
    const isQuoted = this.#text[begin] === '"';
    const end = isQuoted ? this.#quoteEnd(begin) : this.#endOf(this.#bareEnd, begin);
    if (end === null) return null;
    const cell = this.#text.slice(begin, end);
    const text = isQuoted
      ? cell.slice(1, -1).replaceAll('""', '"').replace(/\r\n?/g, '\n')
      : cell.trim();
    return { text, end: this.#behindSpace(end) };
  }

  endOfLine(from: number): number {
    return this.#endOf(this.#lineEnd, from);
  }

  #endOf(pattern: RegExp, from: number): number {
    pattern.lastIndex = from;
    return pattern.exec(this.#text)?.index ?? this.#text.length;
  }

  #behindSpace(from: number): number {
    let at = from;
    while (this.#text[at] === ' ' || (this.#text[at] === '\t' && this.#delimiter !== '\t')) at += 1;
    return at;
  }

  /** Behind the quote that closes a cell; null where none does. */
  #quoteEnd(from: number): number | null {
    const text = this.#text;
    for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 2)) {
      if (text[at + 1] !== '"') return at + 1;
    }
    return null;
  }
}
