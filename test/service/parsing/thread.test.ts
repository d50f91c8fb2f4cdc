import { readFileSync } from 'node:fs';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { parseFile } from '../../../gym/schedule/parse.ts';
import { parseScheduleOffThread } from '../../../service/parsing/thread.ts';
import { anError } from '../../support/an-error.ts';
import { LONDON } from '../../support/schedules.ts';

const CSV = new TextEncoder().encode('Class,Start,End\nYoga,2026-03-27 18:30,19:30\n');

const url = new URL('../../fixtures/schedule/bookings.xlsx', import.meta.url);
const BOOK = new Uint8Array(readFileSync(url));

it('a schedule read on a thread may be a workbook, whose work has the same budget', async () => {
  expect(await parseScheduleOffThread(BOOK, LONDON)).toEqual(await parseFile(BOOK, LONDON));
  const row = '<row r="1"><c r="A1" t="inlineStr"><is><t>Yoga</t></is></c></row>';
  const sheet = strToU8(`<worksheet><sheetData>${row.repeat(60_000)}</sheetData></worksheet>`);
  const long = zipSync({ ...unzipSync(BOOK), 'xl/worksheets/sheet1.xml': sheet });
  const budget = { workMs: 50, heapMib: 256 };
  const tried = parseScheduleOffThread(long, LONDON, { budget });
  await expect(tried).rejects.toEqual(anError('schedule_timeout'));
});

it.each([
  ['schedule_timeout', { workMs: 50, heapMib: 256 }, '0.05 s of work'],
  ['schedule_too_large', { workMs: 60_000, heapMib: 16 }, '16 MiB of memory'],
])('a schedule on a thread is given up with %s over its budget', async (code, budget, limit) => {
  const rows = Array.from({ length: 60_000 }, (_, i) => `Yoga ${i},2026-03-27 18:30,19:30`);
  const many = new TextEncoder().encode(`Class,Start,End\n${rows.join('\n')}\n`);
  const fault = parseScheduleOffThread(many, LONDON, { budget });
  await expect(fault).rejects.toEqual(anError(code, limit));
});

it('a schedule read on a thread is given up after its time, or when nobody wants it any more', async () => {
  const late = parseScheduleOffThread(CSV, LONDON, { timeoutMs: 1 });
  await expect(late).rejects.toEqual(anError('schedule_timeout'));
  const signal = AbortSignal.abort(new Error('stopped'));
  await expect(parseScheduleOffThread(CSV, LONDON, { signal })).rejects.toThrow('stopped');
});
