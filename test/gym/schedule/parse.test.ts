import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isTurnoutError } from '../../../errors.ts';
import type { ParseOptions } from '../../../gym/schedule/entry.ts';
import { parseSchedule } from '../../../gym/schedule/parse.ts';
import { LONDON, parseText } from '../../support/schedules.ts';

const CSV = 'Class,Start,End,Trainer\nYoga,2026-03-27 18:30,19:30,Zoë\n';

function trainersOf(bytes: Uint8Array): (string | undefined)[] {
  return parseSchedule(bytes, LONDON).entries.map(({ trainer }) => trainer?.name);
}

it.each([
  ['lists', `[${'[],'.repeat(3_000_000)}[]]`, '5000000 values'],
  ['objects', `[${'{},'.repeat(200_000)}{}]`, '200000 entries'],
])('too many %s are refused before anything is made of them', (_, text, limit) => {
  expect(() => parseText(text)).toThrow(
    `schedule: expected at most ${limit}, got more; export fewer weeks at a time, or fewer columns`,
  );
});

it('the bytes of a schedule are UTF-8 or UTF-16, with a mark or without, and nothing is said of it', () => {
  const texts = [CSV, `\ufeff${CSV}`];
  const wide = texts.map((text) => Buffer.from(text, 'utf16le'));
  const swapped = wide.map((bytes) => Buffer.from(bytes).swap16());
  for (const bytes of [...texts.map((text) => Buffer.from(text)), ...wide, ...swapped]) {
    expect(trainersOf(bytes)).toEqual(['Zoë']);
  }
  expect(parseText(CSV).faults).toEqual([]);
});

it('the bytes of a schedule are taken as windows-1252 where they are neither, and that is said', () => {
  const parsed = parseSchedule(Buffer.from(CSV, 'latin1'), LONDON);
  expect(parsed.entries[0]?.trainer?.name).toBe('Zoë');
  expect(parsed.faults).toMatchObject([{ line: null, effect: 'ignored' }]);
  expect(parsed.faults[0]?.got).toContain('windows-1252');
});

it('the bytes of a schedule are refused over 32 MiB', () => {
  const parse = () => parseSchedule(new Uint8Array(50 * 1024 * 1024), LONDON);
  expect(parse).toThrow(expect.objectContaining({ code: 'schedule_too_large' }));
});

const OTHERS = ['', ' \r\n', '<!DOCTYPE html><p>Sign in', '<html>', 'BEGIN:VCARD\nEND:VCARD'];

it.each(OTHERS)('bytes are refused that are no schedule: %j', (text) => {
  expect(() => parseText(text)).toThrow(expect.objectContaining({ code: 'schedule_unreadable' }));
});

it.each([
  ['.xlsx', 'PK\u0003\u0004\u0014\u0000\u0006\u0000'],
  ['.xls', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'],
])('bytes of a schedule are refused that begin as %s, with how to save a workbook', (_, begin) => {
  expect(() => parseSchedule(Buffer.from(begin, 'latin1'), LONDON)).toThrow(
    /got an archive, or a workbook that is old .*; save the sheet with the classes as .xlsx/,
  );
});

it('the bytes of a schedule of any kind give classes and faults, or one coded error', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'BEGIN:VCALENDAR\r\n',
        'BEGIN:VEVENT\n',
        'END:VEVENT\n',
        'BEGIN:VTIMEZONE\nTZID:X\n',
        'DTSTART;TZID=X:20260330T183000\n',
        'DTSTART:20260330T183000Z\n',
        'DURATION:PT1H\n',
        'RRULE:FREQ=DAILY\n',
        'RRULE:FREQ=',
        'SUMMARY:Yoga\n',
        'RECURRENCE-ID:',
        'EXDATE:20260330\n',
        'Class,Start,End,Booked\n',
        'Yoga,2026-03-27 18:30,19:30,12/20\n',
        '"',
        ',',
        '[{"name":"Yoga","start":"2026-03-27T18:30Z","duration":',
        '{"items":[{"state":"updated","data":{"startDate":0}}]}',
        '}]',
      ),
    ),
  );
  const formats = fc.constantFrom<ParseOptions['format']>('auto', 'ics', 'csv', 'json');
  const bytes = fc.oneof(
    pieces.map((texts) => new TextEncoder().encode(texts.join(''))),
    fc.uint8Array({ maxLength: 400 }),
  );
  fc.assert(fc.property(bytes, formats, parsesOrSaysWhy), { numRuns: 600 });
});

function parsesOrSaysWhy(bytes: Uint8Array, format: ParseOptions['format']): void {
  try {
    const { entries, faults, faultCount } = parseSchedule(bytes, { ...LONDON, format });
    expect(faults.length).toBe(Math.min(faultCount, 1000));
    expect(new Set(entries.map(({ externalId }) => externalId)).size).toBe(entries.length);
    for (const { name, startsUtcMs, endsUtcMs } of entries) {
      expect(name).not.toBe('');
      expect(endsUtcMs).toBeGreaterThan(startsUtcMs);
    }
  } catch (error) {
    if (!isTurnoutError(error)) throw error;
  }
}

it('more than 100,000 classes are one fault: the rest is left out', () => {
  const rows = Array.from({ length: 100_100 }, (_, n) => `${n},Yoga,2026-03-27 18:30,19:30`);
  const parsed = parseText(`Id,Class,Start,End\n${rows.join('\n')}`);
  expect(parsed.entries).toHaveLength(100_000);
  expect(parsed.faults).toMatchObject([{ line: null, effect: 'skipped' }]);
}, 60_000);
