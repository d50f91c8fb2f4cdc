/** Records as cells: RFC 4180, with space around quotes, and quotes within a cell that has none around it. */

import type { CsvRecord } from './records.ts';

/** Null for a record whose quotes make no sense. */
export function cellsOf(record: CsvRecord, delimiter: string): string[] | null {
  if (record.isBroken) return null;
  if (!record.hasQuotes) return record.text.split(delimiter).map((cell) => cell.trim());
  const { text } = record;
  const cells: string[] = [];
  for (let at = 0; ; at += 1) {
    const begin = behindSpace(text, at, delimiter);
    const isQuoted = text[begin] === '"';
    const end = isQuoted ? quoteEnd(text, begin) : bareEnd(text, begin, delimiter);
    if (end === null) return null;
    const cell = text.slice(begin, end);
    cells.push(isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell.trim());
    at = behindSpace(text, end, delimiter);
    if (at === text.length) return cells;
    if (text[at] !== delimiter) return null;
  }
}

function behindSpace(text: string, from: number, delimiter: string): number {
  let at = from;
  while ((text[at] === ' ' || text[at] === '\t') && text[at] !== delimiter) at += 1;
  return at;
}

/** Behind the quote that closes the cell; null where none does. */
function quoteEnd(text: string, from: number): number | null {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at + 1;
  }
  return null;
}

/** Null where the line ends within: a quote of another cell made the record go on, and it should not have. */
function bareEnd(text: string, from: number, delimiter: string): number | null {
  const found = text.indexOf(delimiter, from);
  const end = found < 0 ? text.length : found;
  return /[\r\n]/.test(text.slice(from, end)) ? null : end;
}
