/** Finds the table in a CSV: its delimiter, and the header below title lines. */

import { cellsOf } from './cells.ts';
import { type ColumnOf, columnsOf, type HeaderHints } from './header.ts';
import { type CsvRecord, cutRecords } from './records.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Records that are looked at for a header: titles, filters and the date of the report stand above it. Chosen here. */
const MAX_TITLE_RECORDS = 30;
/** Characters that are looked at. Chosen here: 30 long lines. */
const HEAD_CHARACTERS = 64 * 1024;
/** Fewer known columns are no header: one word can stand anywhere. */
const MIN_KNOWN = 2;

export interface CsvTable {
  readonly delimiter: string;
  readonly header: readonly string[];
  /** 1-based line of the header. */
  readonly headerLine: number;
}

/** The table whose header has the most known columns; null where no line has two. */
export function findTable(text: string, hints: HeaderHints): CsvTable | null {
  const head = text.slice(0, HEAD_CHARACTERS);
  let best: (CsvTable & { readonly known: number }) | null = null;
  for (const delimiter of DELIMITERS) {
    for (const { record, cells } of headOf(head, delimiter)) {
      const known = knownIn(cells, hints);
      if (known >= MIN_KNOWN && known > (best?.known ?? 0)) {
        best = { delimiter, header: cells, headerLine: record.line, known };
      }
    }
  }
  return best;
}

/** The table that the line with the most cells begins, whatever they say; null where no line has two. */
export function likelyTable(text: string): CsvTable | null {
  const head = text.slice(0, HEAD_CHARACTERS);
  let best: CsvTable | null = null;
  for (const delimiter of DELIMITERS) {
    for (const { record, cells } of headOf(head, delimiter)) {
      const isMore = cells.length >= MIN_KNOWN && cells.length > (best?.header.length ?? 0);
      if (isMore) best = { delimiter, header: cells, headerLine: record.line };
    }
  }
  return best;
}

/** Rows below the header. */
export function* rowsOf(text: string, table: CsvTable): Generator<CsvRecord> {
  for (const record of cutRecords(text, table.delimiter)) {
    if (record.line > table.headerLine) yield record;
  }
}

function headOf(head: string, delimiter: string): { record: CsvRecord; cells: string[] }[] {
  const found: { record: CsvRecord; cells: string[] }[] = [];
  for (const record of cutRecords(head, delimiter)) {
    if (found.length >= MAX_TITLE_RECORDS) break;
    found.push({ record, cells: cellsOf(record, delimiter) ?? [] });
  }
  return found;
}

function knownIn(cells: readonly string[], hints: HeaderHints): number {
  const columns: ColumnOf = columnsOf(cells, hints);
  return columns.size;
}
