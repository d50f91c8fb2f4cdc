/** Records as cells. csv-parse reads those with quotes; the others are cut at the delimiter. */

import { parse } from 'csv-parse/sync';
import type { CsvRecord } from './records.ts';

/** Null for a record whose quotes make no sense. */
export function cellsOf(record: CsvRecord, delimiter: string): string[] | null {
  if (record.isBroken) return null;
  if (!record.hasQuotes) return record.text.split(delimiter).map((cell) => cell.trim());
  try {
    const [cells, ...more]: string[][] = parse(record.text, {
      delimiter,
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
    });
    return cells === undefined || more.length > 0 ? null : cells;
  } catch {
    return null;
  }
}
