/** From the bytes of any file or feed to classes. Pure, but slow for long files: the program does it on a thread. */

import { isTurnoutError } from '../../errors.ts';
import { readCsv } from './csv.ts';
import {
  FaultLog,
  MAX_SCHEDULE_BYTES,
  MAX_VALUES,
  type ParsedSchedule,
  type ParseOptions,
  type ScheduleFormat,
  scheduleTooLarge,
  scheduleUnreadable,
  tooManyParts,
} from './entry.ts';
import { readIcs } from './ics/ics.ts';
import { readJson } from './json.ts';
import { takeRows } from './rows.ts';

const READERS = { ics: readIcs, csv: readCsv, json: readJson };
const SCHEDULE = 'classes as ICS, CSV, JSON or an Excel workbook (.xlsx)';

/** How a zip begins, as `.xlsx` is one: the reader of workbooks is loaded for those alone. */
const ZIP = 'PK\u0003\u0004';

/** Looked through for classes where no sheet is named: covers and keys come before them. Chosen here. */
const MAX_SHEETS = 8;

/** As `parseSchedule`, also for Excel workbooks: where no sheet is named, the first that has classes. */
export async function parseFile(
  bytes: Uint8Array,
  options: ParseOptions,
  place = 1,
): Promise<ParsedSchedule> {
  if (Buffer.from(bytes.subarray(0, ZIP.length)).toString('latin1') !== ZIP) {
    return parseSchedule(bytes, options);
  }
  const { workbookText } = await import('./workbook.ts');
  const text = await workbookText(bytes, options.sheet ?? String(place));
  try {
    return { ...parseSchedule(text, { ...options, format: 'csv' }), format: 'xlsx' };
  } catch (error) {
    const isLast = options.sheet != null || place === MAX_SHEETS;
    if (isLast || !isTurnoutError(error, 'schedule_unreadable')) throw error;
    return parseFile(bytes, options, place + 1).catch(() => Promise.reject(error));
  }
}

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
  if (format === 'json') refuseTooMany(text);
  const { rows, isWhole, ...facts } = READERS[format](text, options, faults);
  const found = takeRows(rows, options, faults);
  const isComplete = isWhole && !faults.hasSkipped && found.entries.length > 0;
  return {
    ...found,
    ...faults.summary(),
    format,
    ...facts,
    completeUtcMs: isComplete ? stillToCome(options) : null,
  };
}

/** How archives, and workbooks that are old (`.xls`) or locked with a password, begin, as windows-1252. */
const WORKBOOKS = ['PK\u0003\u0004', 'ÐÏ\u0011à'] as const;

/** Says what a text is by how it begins. A page of the web is what servers send instead of a feed. */
function formatOf(text: string): ScheduleFormat {
  const begin = text.trimStart().slice(0, 200);
  if (/^(?:<!doctype|<html|<\?xml|<head|<body)/i.test(begin))
    throw scheduleUnreadable(SCHEDULE, 'a web page');
  if (begin === '') throw scheduleUnreadable(SCHEDULE, 'an empty file');
  if (WORKBOOKS.some((mark) => begin.startsWith(mark))) {
    const got = 'an archive, or a workbook that is old or locked with a password';
    const hint = 'save the sheet with the classes as .xlsx without a password, or as CSV';
    throw scheduleUnreadable(SCHEDULE, got, hint);
  }
  // A name may have one.
  if (begin.split('\0').length > 4) throw scheduleUnreadable(SCHEDULE, 'a file that is no text');
  if (/^BEGIN:\s*VCALENDAR/i.test(begin)) return 'ics';
  return /^[[{]/.test(begin) ? 'json' : 'csv';
}

/** Counting what stands between values costs little; JSON of ten million empty objects, taken apart, costs a gigabyte. */
function refuseTooMany(json: string): void {
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === COMMA || code === BRACE || code === BRACKET) values += 1;
  }
  if (values > MAX_VALUES) throw tooManyParts(`at most ${MAX_VALUES} values`);
}

const [COMMA, BRACE, BRACKET] = [...',{['].map((one) => one.charCodeAt(0));

/**
 * A whole calendar or feed has every class that is still to come; what has begun many of them drop, so its absence says
 * nothing. One with parts that could not be read may have lost a class there, and an empty one is more likely broken.
 */
function stillToCome({ window, nowUtcMs }: ParseOptions): ParsedSchedule['completeUtcMs'] {
  const fromUtcMs = Math.max(window.fromUtcMs, nowUtcMs);
  return fromUtcMs < window.toUtcMs ? { fromUtcMs, toUtcMs: window.toUtcMs } : null;
}

/**
 * UTF-8 and UTF-16 with or without a mark, and what is neither as windows-1252, which gives every byte a letter:
 * programs for Windows write it without saying so. That guess is a fault, since it can spoil names.
 */
function decodeText(bytes: Uint8Array, faults: FaultLog): string {
  const wide = wideEncoding(bytes);
  if (wide !== null) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const got = 'other bytes, taken as windows-1252; check names with accents';
    faults.ignored(null, null, 'text in UTF-8', got);
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** UTF-16 by its mark, else by the half of a letter that is zero in each of the first four: they are Latin. */
function wideEncoding(bytes: Uint8Array): string | null {
  const begin = Buffer.from(bytes.subarray(0, 8)).toString('latin1').replaceAll('\0', '…');
  if (/^(?:ÿþ|(?:[^…]…){4})/s.test(begin)) return 'utf-16le';
  return /^(?:þÿ|(?:…[^…]){4})/s.test(begin) ? 'utf-16be' : null;
}
