/**
 * An Excel workbook as the text of a table, one line a row: what reads CSV then reads it, and lines are rows of the sheet.
 *
 * A workbook is a zip, which may hold a thousand times its own size. It is unpacked here into as much memory as it says
 * it needs, and not at all where that is too much; `fflate` never writes past that. The work is bounded by the thread.
 */

import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { messageOf, TurnoutError } from '../../errors.ts';
import { scheduleUnreadable } from './entry-list.ts';
import { MAX_UNPACKED_BYTES, MAX_WORKBOOK_PARTS, tooLarge } from './limits.ts';

/** Before 1905 there is no date in a timetable: a time alone is one on the first day of Excel's calendar, 1900 or 1904. */
const FIRST_DATE = Date.UTC(1905, 0, 1);
const DAY_MS = 86_400_000;

type Cell = string | number | boolean | Date | null;

/**
 * The sheet of that name or number (1 is the first) as CSV, in UTF-8. Rejects with `schedule_unreadable` for what is no
 * workbook, or has no such sheet, and with `schedule_too_large`.
 */
export async function workbookText(bytes: Uint8Array, sheet: string | null): Promise<Uint8Array> {
  const parts = unpacked(bytes);
  // Parts that are not packed any more: the reader would start threads of its own to unpack them.
  const plain = zipSync(withEpoch(parts), { level: 0 });
  const wanted = sheet !== null && /^[1-9]\d{0,3}$/.test(sheet) ? Number(sheet) : sheet;
  const rows = await readSheet(plain.slice().buffer, wanted ?? 1).catch((error: unknown) => {
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
          const expected = `a workbook of at most ${MAX_UNPACKED_BYTES / 2 ** 20} MiB, unpacked`;
          const hint = 'export fewer weeks at a time, or save the sheet as CSV';
          throw tooLarge(expected, 'a larger one', hint);
        }
        return true;
      },
    });
  } catch (error) {
    throw error instanceof TurnoutError ? error : unreadable(messageOf(error), null);
  }
}

/** LibreOffice writes that days count from 1904 as `true`, Excel as `1`; the reader knows Excel's word alone. */
function withEpoch(parts: Record<string, Uint8Array>): Record<string, Uint8Array> {
  const [name = '', book] =
    Object.entries(parts).find(([part]) => /workbook\.xml$/.test(part)) ?? [];
  if (book === undefined) return parts;
  return {
    ...parts,
    [name]: strToU8(strFromU8(book).replace(/\bdate1904="true"/, 'date1904="1"')),
  };
}

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
  return /sheet/i.test(reason) && sheet !== null
    ? scheduleUnreadable(
        `a workbook with the sheet ${sheet}`,
        'one without it',
        'name a sheet of the file, or its number from 1 on',
      )
    : scheduleUnreadable(
        'an Excel workbook (.xlsx)',
        'another archive, or a workbook that is broken',
        'save the sheet with the classes as .xlsx or as CSV',
      );
}
