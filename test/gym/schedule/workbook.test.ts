import { readFileSync } from 'node:fs';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { parseFile } from '../../../gym/schedule/parse.ts';
import { LONDON, linesOf, startsOf } from '../../support/schedules.ts';

const bytesOf = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/schedule/${name}`, import.meta.url)));
const read = (bytes: Uint8Array, sheet: string | null = null) =>
  parseFile(bytes, { ...LONDON, sheet });

/** The same workbook with a part that says something else. */
function changed(name: string, part: string, change: (xml: string) => string): Uint8Array {
  const parts = unzipSync(bytesOf(name));
  return zipSync({ ...parts, [part]: strToU8(change(strFromU8(parts[part] ?? new Uint8Array()))) });
}

it('an Excel workbook that LibreOffice wrote gives classes from dates and times that are serial numbers', async () => {
  const parsed = await read(bytesOf('bookings.xlsx'));
  expect(parsed).toMatchObject({ format: 'xlsx', shape: 'generic', faults: [], rows: 4 });
  expect(parsed.passedOver).toEqual([{ line: 5, what: 'a row of totals (Total)' }]);
  expect(startsOf(parsed)).toEqual(['2026-03-27T18:30Z', '2026-03-28T09:00Z', '2026-04-04T08:00Z']);
  expect(linesOf(parsed)[0]).toMatch(
    / · Vinyasa Flow · Lee, Anna · Studio 1 · 2026-03-27T18:30Z 60 min · capacity 20 · booked 17 · checkedIn 14 · .*revenueMilli 161500$/,
  );
});

it('an Excel workbook that LibreOffice wrote may have merged titles, a weekly timetable and further sheets', async () => {
  const parsed = await read(bytesOf('kursplan.xlsx'));
  expect(parsed.faults).toEqual([]);
  const times = ['06T17:00', '07T18:15', '09T18:15', '13T17:00', '20T17:00'];
  expect(startsOf(parsed)).toEqual(times.map((time) => `2026-04-${time}Z`));
  for (const sheet of ['Extra classes', '2']) {
    const other = await read(bytesOf('kursplan.xlsx'), sheet);
    expect(startsOf(other)).toEqual(['2026-05-01T08:30Z']);
    expect(other.entries[0]).toMatchObject({ name: 'Pilates', capacity: 14 });
  }
  await expect(read(bytesOf('kursplan.xlsx'), 'Winter')).rejects.toThrow(
    /a workbook with the sheet Winter, got one without it \(Available sheets: .*, Extra classes\)/,
  );
});

it('an Excel workbook that LibreOffice wrote may begin with a sheet that has no classes', async () => {
  const cover = changed('kursplan.xlsx', 'xl/worksheets/sheet1.xml', (xml) =>
    xml.replace(/<row .*<\/row>/s, ''),
  );
  expect(startsOf(await read(cover))).toEqual(['2026-05-01T08:30Z']);
  await expect(read(cover, '1')).rejects.toMatchObject({ code: 'schedule_unreadable' });
});

it('an Excel workbook that LibreOffice wrote may hide its first sheet, which is read by its name alone', async () => {
  const book = changed('kursplan.xlsx', 'xl/workbook.xml', (xml) =>
    xml.replace('state="visible"', 'state="hidden"'),
  );
  for (const sheet of [null, '1'])
    expect(startsOf(await read(book, sheet))).toEqual(['2026-05-01T08:30Z']);
  expect(startsOf(await read(book, 'Kursplan'))).toHaveLength(5);
});

it('an Excel workbook that LibreOffice wrote counts its days from 1904 where it says so', async () => {
  const book = changed('bookings.xlsx', 'xl/workbook.xml', (xml) =>
    xml.replace('date1904="false"', 'date1904="true"'),
  );
  expect(startsOf(await read(book))[0]).toBe('2030-03-28T18:30Z');
});

it.each([
  ['a row far below', (xml: string) => xml.replace('<row r="2"', '<row r="999999999999999"')],
  ['a column far to the right', (xml: string) => xml.replace(' r="A2"', ' r="ZZZZZZ2"')],
  ['an address with an entity', (xml: string) => xml.replace(' r="A2"', ' r="A&#50;"')],
  ['a row in another notation', (xml: string) => xml.replace(/<row r="2"/, "<row r = '1e15'")],
])('a workbook that has %s is refused before it is spread out', async (_, change) => {
  const part = 'xl/worksheets/sheet1.xml';
  const book = changed('bookings.xlsx', part, (xml) => {
    const hostile = change(xml);
    expect(hostile).not.toBe(xml);
    return hostile;
  });
  await expect(read(book)).rejects.toThrow(
    'schedule: expected a sheet of at most 1048576 rows and 16777216 cells, got more; export fewer weeks at a time, or fewer columns',
  );
});

it('what is no workbook that can be read is one coded error', async () => {
  const archive = zipSync({ 'a.csv': strToU8('Class,Start\n') });
  const broken = bytesOf('bookings.xlsx').slice(0, 3_000);
  for (const bytes of [archive, broken]) {
    await expect(read(bytes)).rejects.toMatchObject({
      code: 'schedule_unreadable',
      message: expect.stringContaining('save the sheet with the classes as .xlsx or as CSV'),
    });
  }
});

it('what is no workbook that can be read is one that unpacks to more than any workbook, whatever it says of its size', async () => {
  const packed = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(4 * 1024 * 1024) });
  const tooLarge = { code: 'schedule_too_large' };
  await expect(read(saying(packed, 80 * 1024 * 1024))).rejects.toMatchObject(tooLarge);
  const before = process.memoryUsage().arrayBuffers;
  const lie = saying(packed, 1_000);
  await expect(read(lie)).rejects.toMatchObject({ code: 'schedule_unreadable' });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * 1024 * 1024);
});

/** An archive of one part that says another size of it, before it and in the directory. */
function saying(archive: Uint8Array, size: number): Uint8Array {
  const bytes = archive.slice();
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length - 30; at += 1) {
    if (view.getUint32(at, true) === 0x04034b50) view.setUint32(at + 22, size, true);
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true);
  }
  return bytes;
}
