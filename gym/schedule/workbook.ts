/**
 * An Excel workbook as the text of a table, one line a row: what reads CSV then reads it, and lines are rows of the sheet.
 *
 * A workbook is a zip, which may hold a thousand times its own size. It is unpacked here into as much memory as it says
 * it needs, and not at all where that is too much; `fflate` never writes past that. The work is bounded by the thread.
 */

import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { messageOf, TurnoutError } from '../../errors.ts';
import { DAY_MS } from '../calendar/zone.ts';
import {
  MAX_SHEET_CELLS,
  MAX_UNPACKED_BYTES,
  MAX_WORKBOOK_PARTS,
  scheduleUnreadable,
  tooManyParts,
} from './entry.ts';

/** Before 1905 there is no date in a timetable: a time alone is one on the first day of Excel's calendar, 1900 or 1904. */
const FIRST_DATE = Date.UTC(1905, 0, 1);

type Cell = string | number | boolean | Date | null;

/**
 * The sheet of that name or number (1 is the first) as CSV, in UTF-8. Rejects with `schedule_unreadable` for what is no
 * workbook, or has no such sheet, and with `schedule_too_large`.
 */
export async function workbookText(bytes: Uint8Array, sheet: string): Promise<Uint8Array> {
  const parts = unpacked(bytes);
  for (const [name, part] of Object.entries(parts))
    if (/worksheets\//.test(name)) refuseWide(strFromU8(part));
  const name = Object.keys(parts).find((part) => /workbook\.xml$/.test(part)) ?? '';
  const book = strFromU8(parts[name] ?? new Uint8Array());
  const wanted = /^[1-9]\d{0,3}$/.test(sheet) ? Number(sheet) : sheet;
  // Who counts sheets sees no hidden one; by its name it can be read.
  const unseen = wanted === sheet ? '' : /<sheet\s[^>]*\bstate="(?:veryH|h)idden"[^>]*\/>/g;
  // LibreOffice writes that days count from 1904 as `true`, Excel as `1`; the reader knows Excel's word alone.
  const read = strToU8(book.replace(unseen, '').replace(/\bdate1904="true"/, 'date1904="1"'));
  // Parts that are not packed any more: the reader would start threads of its own to unpack them.
  const plain = zipSync({ ...parts, [name]: read }, { level: 0 });
  const rows = await readSheet(plain.slice().buffer, wanted).catch((error: unknown) => {
    throw unreadable(messageOf(error), sheet);
  });
  const lines = (rows as readonly (readonly Cell[])[]).map((row) => row.map(cellText).join(','));
  return new TextEncoder().encode(lines.join('\n'));
}

function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  let total = 0;
  let parts = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/\.(?:xml|rels)$/.test(name)) return false;
        parts += 1;
        total += originalSize;
        if (total > MAX_UNPACKED_BYTES || parts > MAX_WORKBOOK_PARTS) {
          throw tooManyParts(`a workbook of at most ${MAX_UNPACKED_BYTES / 2 ** 20} MiB, unpacked`);
        }
        return true;
      },
    });
  } catch (error) {
    throw error instanceof TurnoutError ? error : unreadable(messageOf(error), null);
  }
}

/**
 * The reader fills the rectangle up to the last row and column, which one small cell may put anywhere. Refuses an address
 * that no program writes too: the reader would make some number of it.
 */
function refuseWide(sheet: string): void {
  let rows = 0;
  let columns = 1;
  for (const [, letters = '', row = ''] of sheet.matchAll(/\sr\s*=\s*["']([A-Za-z]*)([^"']*)/g)) {
    rows = Math.max(rows, /^\d+$/.test(row) ? Number(row) : Number.POSITIVE_INFINITY);
    columns = Math.max(columns, columnOf(letters));
  }
  if (rows > MAX_ROW || rows * columns > MAX_SHEET_CELLS) {
    throw tooManyParts(`a sheet of at most ${MAX_ROW} rows and ${MAX_SHEET_CELLS} cells`);
  }
}

/** A is 1, Z is 26, AA is 27. */
function columnOf(letters: string): number {
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);
}

/** Last row of Excel. */
const MAX_ROW = 2 ** 20;

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return dateText(cell.getTime());
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  const text = String(cell).replace(/\s+/g, ' ').trim();
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A serial number is a fraction of a day: seconds are rounded, or 18:30 would be 18:29:59. */
function dateText(utcMs: number): string {
  const rounded = Math.round(utcMs / 1000) * 1000;
  if (Number.isNaN(rounded)) return '';
  const text = new Date(rounded).toISOString();
  const time = text.slice(11, 19);
  if (rounded < FIRST_DATE) return time;
  return rounded % DAY_MS === 0 ? text.slice(0, 10) : `${text.slice(0, 10)} ${time}`;
}

function unreadable(reason: string, sheet: string | null): TurnoutError {
  if (/sheet/i.test(reason) && sheet !== null) {
    // "Sheet not found: July. Available sheets: Cover, June".
    const got = `one without it (${reason.replace(/^.*\. (?=Available sheets: |Sheet count: )/s, '')})`;
    const hint = 'name a sheet of the file, or its number from 1 on';
    return scheduleUnreadable(`a workbook with the sheet ${sheet}`, got, hint);
  }
  const got = 'another archive, or a workbook that is broken';
  const hint = 'save the sheet with the classes as .xlsx or as CSV';
  return scheduleUnreadable('an Excel workbook (.xlsx)', got, hint);
}
