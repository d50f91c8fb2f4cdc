import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ScheduleEntry } from '../../../gym/schedule/entry.ts';
import { formatSchedule } from '../../../gym/schedule/write.ts';
import { numbersFrom } from '../../../gym/sessions/class-fields.ts';
import { entryOf, parseText } from '../../support/schedules.ts';

const BEGINS = ['=', '+', '-', '@', "'", "''", "'=", "''-", '', '"', '|', ';'];
const RESTS = ["cmd|' /C calc'!A1", 'SUM(1+1)', '1', 'x,y', 'Yoga', '"q"', "'"];

const STARTS_UTC_MS = Date.UTC(2026, 2, 27, 18, 30);

/** Every begin before every rest, as name, trainer and room. */
const ENTRIES: ScheduleEntry[] = BEGINS.flatMap((begin, i) =>
  RESTS.map((rest, j) =>
    entryOf(`${begin}${rest}${i}-${j}`, {
      name: `${begin}${rest}`,
      trainer: { externalId: `${begin}${j}`, name: `${begin}${rest}` },
      room: `${begin}${rest}`,
      revenueMilli: 12_500,
      startsUtcMs: STARTS_UTC_MS,
    }),
  ),
);

const text = formatSchedule(ENTRIES, 'csv', 'Europe/London');

it('a schedule written as CSV has no cell that a spreadsheet would take for a formula', () => {
  const rows = text.split('\r\n').slice(1, -1);
  expect(rows).toHaveLength(ENTRIES.length);
  for (const row of rows) expect(row).not.toMatch(/(?:^|,)"?[=+\-@\t\r]/);
});

it('a schedule written as CSV is read back as it was', () => {
  const { entries, faults } = parseText(text);
  const byId = (list: readonly ScheduleEntry[]) =>
    [...list].sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
  expect(faults).toEqual([]);
  expect(byId(entries)).toEqual(byId(ENTRIES));
});

it('a schedule written as CSV leaves numbers alone, also below zero', () => {
  const [first] = ENTRIES;
  const refund = first === undefined ? [] : [{ ...first, revenueMilli: -5_000 }];
  expect(formatSchedule(refund, 'csv', 'UTC')).toMatch(/,-5\r\n$/);
});

it.each(['csv', 'json', 'ics'] as const)('names that sound like a state stay in %s', (format) => {
  const name = 'Cancelled plans: Yoga with Anna';
  const held = entryOf('a', { name, startsUtcMs: STARTS_UTC_MS });
  expect(parseText(formatSchedule([held], format, 'Europe/London')).entries).toEqual([held]);
});

const word = fc
  .stringMatching(/^[A-Z][a-zé&;,"'\\: ]{0,12}[a-z]$/)
  .map((text) => text.replace(/ +/g, ' '))
  // Tables say so where they have nothing to say.
  .filter((text) => !/^(?:na|nil|none|null|undefined)$/i.test(text));
const start = fc.integer({ min: Date.UTC(2026, 2, 1) / 1000, max: Date.UTC(2026, 4, 20) / 1000 });
const entry = fc.record({
  externalId: fc.uuid(),
  name: word,
  trainer: fc.option(fc.record({ externalId: fc.option(fc.uuid()), name: word })),
  isSubstitute: fc.boolean(),
  room: fc.option(word),
  startsUtcMs: start.map((seconds) => seconds * 1000),
  lengthMs: fc.integer({ min: 1, max: 86_400 }).map((seconds) => seconds * 1000),
  isCancelled: fc.boolean(),
  ...numbersFrom((name, { holds }) => {
    const min = name === 'capacity' ? 1 : 0;
    const max = holds === 'money' ? 10 ** 9 : 10_000;
    return fc.option(fc.integer({ min, max }));
  }),
});

it.each(['csv', 'json', 'ics'] as const)('what is written as %s comes back the same', (format) => {
  fc.assert(
    fc.property(
      fc.uniqueArray(entry, { selector: ({ externalId }) => externalId, maxLength: 8 }),
      fc.constantFrom('Europe/London', 'America/New_York', 'Asia/Kathmandu'),
      (drafts, timezone) => {
        fc.pre(drafts.length > 0);
        const entries = drafts
          .map(({ lengthMs, ...said }) => ({ ...said, endsUtcMs: said.startsUtcMs + lengthMs }))
          .sort((a, b) => a.startsUtcMs - b.startsUtcMs || (a.externalId < b.externalId ? -1 : 1));
        const parsed = parseText(formatSchedule(entries, format, timezone), { timezone });
        expect(parsed.faults).toEqual([]);
        expect(parsed.format).toBe(format);
        expect(parsed.entries).toEqual(entries);
      },
    ),
    { numRuns: 60 },
  );
});
