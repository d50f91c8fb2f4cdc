/** From the bytes of an export or a feed to classes. Pure, but slow for long files: see `thread.ts`. */

import { TurnoutError } from '../../errors.ts';
import { readCsv } from './csv/csv.ts';
import type { ParsedSchedule } from './entry.ts';
import { EntryList } from './entry-list.ts';
import { FaultLog } from './faults.ts';
import { readIcs } from './ics/ics.ts';
import { readJson } from './json/json.ts';
import { MAX_SCHEDULE_BYTES, MAX_VALUES, scheduleTooLarge, tooManyParts } from './limits.ts';
import type { ParseOptions, ScheduleFormat } from './options.ts';
import type { ReadParts } from './read-parts.ts';
import { decodeText } from './text.ts';

/**
 * Reads a schedule. What cannot be taken is a fault with its place, and the rest is taken.
 *
 * Throws `schedule_too_large`, also for too many values or rows, and `schedule_unreadable` for what is no schedule at all.
 */
export function parseSchedule(bytes: Uint8Array, options: ParseOptions): ParsedSchedule {
  if (bytes.byteLength > MAX_SCHEDULE_BYTES) throw scheduleTooLarge(bytes.byteLength);
  const faults = new FaultLog();
  const text = decodeText(bytes, faults);
  const format = options.format === 'auto' ? formatOf(text) : options.format;
  refuseTooMany(text, format);
  const entries = new EntryList(options.timezone, faults);
  const {
    shape,
    isWhole,
    unusedColumns = [],
    header = [],
    columns = {},
  } = readFormat(format, { text, options, entries, faults });
  const isComplete = isWhole && !faults.hasSkipped && entries.size > 0;
  return {
    ...entries.sorted(),
    faults: faults.kept,
    faultCount: faults.count,
    format,
    shape,
    ...faults.tally,
    ...(header.length === 0 ? {} : { header }),
    ...(unusedColumns.length === 0 ? {} : { unusedColumns }),
    ...(Object.keys(columns).length === 0 ? {} : { columns }),
    completeUtcMs: isComplete ? stillToCome(options) : null,
  };
}

/** How archives, and workbooks that are old (`.xls`) or locked with a password, begin, as windows-1252. */
const WORKBOOKS = ['PK\u0003\u0004', 'ÐÏ\u0011à'] as const;

/** Says what a text is by how it begins. A page of the web is what servers send instead of a feed. */
function formatOf(text: string): ScheduleFormat {
  const begin = text.trimStart().slice(0, 200);
  if (/^(?:<!doctype|<html|<\?xml|<head|<body)/i.test(begin)) throw unreadable('a page of the web');
  if (begin === '') throw unreadable('nothing');
  if (WORKBOOKS.some((mark) => begin.startsWith(mark))) {
    throw unreadable(
      'an archive, or a workbook that is old or locked with a password',
      'save the sheet with the classes as .xlsx without a password, or as CSV',
    );
  }
  if (/^BEGIN:\s*VCALENDAR/i.test(begin)) return 'ics';
  return /^[[{]/.test(begin) ? 'json' : 'csv';
}

/** What stands between two values. */
const SEPARATORS: Readonly<Record<ScheduleFormat, string>> = {
  csv: ',;\t|\n',
  json: ',{[',
  ics: '',
};

/** Counting costs little; 32 MiB of commas, taken apart, cost a gigabyte. */
function refuseTooMany(text: string, format: ScheduleFormat): void {
  const separators = new Set([...SEPARATORS[format]].map((one) => one.charCodeAt(0)));
  if (separators.size === 0) return;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (separators.has(text.charCodeAt(at))) values += 1;
  }
  if (values > MAX_VALUES) throw tooManyParts(`at most ${MAX_VALUES} values`);
}

function readFormat(
  format: ScheduleFormat,
  parts: ReadParts,
): {
  readonly shape: string;
  readonly isWhole: boolean;
  readonly unusedColumns?: readonly string[];
  readonly header?: readonly string[];
  readonly columns?: Readonly<Record<string, string>>;
} {
  switch (format) {
    case 'ics':
      return readIcs(parts);
    case 'json':
      return readJson(parts);
    case 'csv':
      return { ...readCsv(parts), isWhole: false };
  }
}

/**
 * A whole calendar or feed has every class that is still to come; what has begun many of them drop, so its absence says
 * nothing. One with parts that could not be read may have lost a class there, and an empty one is more likely broken.
 */
function stillToCome({ window, nowUtcMs }: ParseOptions): ParsedSchedule['completeUtcMs'] {
  const fromUtcMs = Math.max(window.fromUtcMs, nowUtcMs);
  return fromUtcMs < window.toUtcMs ? { fromUtcMs, toUtcMs: window.toUtcMs } : null;
}

function unreadable(got: string, hint?: string): TurnoutError {
  return new TurnoutError('schedule_unreadable', {
    where: 'schedule',
    expected: 'classes as ICS, CSV, JSON or an Excel workbook (.xlsx)',
    got,
    ...(hint === undefined ? {} : { hint }),
  });
}
