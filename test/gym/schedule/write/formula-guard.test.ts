import { describe, expect, it } from 'vitest';
import type { ScheduleEntry } from '../../../../gym/schedule/entry.ts';
import { formatSchedule } from '../../../../gym/schedule/write.ts';
import { entryOf, parseText } from '../../../support/schedules.ts';

const BEGINS = ['=', '+', '-', '@', "'", "''", "'=", "''-", '', '"', '|', ';'];
const RESTS = ["cmd|' /C calc'!A1", 'SUM(1+1)', '1', 'x,y', 'Yoga', '"q"', "'"];

/** Every begin before every rest, as name, trainer and room. */
const ENTRIES: ScheduleEntry[] = BEGINS.flatMap((begin, i) =>
  RESTS.map((rest, j) =>
    entryOf({
      externalId: `${begin}${rest}${i}-${j}`,
      name: `${begin}${rest}`,
      trainer: { externalId: `${begin}${j}`, name: `${begin}${rest}` },
      room: `${begin}${rest}`,
      revenueMilli: 12_500,
      at: '2026-03-27T18:30:00Z',
      to: '2026-03-27T19:30:00Z',
    }),
  ),
);

describe('a schedule written as CSV', () => {
  const text = formatSchedule(ENTRIES, 'csv', 'Europe/London');

  it('has no cell that a spreadsheet would take for a formula', () => {
    const rows = text.split('\r\n').slice(1, -1);
    expect(rows).toHaveLength(ENTRIES.length);
    for (const row of rows) expect(row).not.toMatch(/(?:^|,)"?[=+\-@\t\r]/);
  });

  it('is read back as it was', () => {
    const { entries, faults } = parseText(text);
    const byId = (list: readonly ScheduleEntry[]) =>
      [...list].sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
    expect(faults).toEqual([]);
    expect(byId(entries)).toEqual(byId(ENTRIES));
  });

  it('leaves numbers alone, also below zero', () => {
    const [first] = ENTRIES;
    const refund = first === undefined ? [] : [{ ...first, revenueMilli: -5_000 }];
    expect(formatSchedule(refund, 'csv', 'UTC')).toMatch(/,-5\r\n$/);
  });
});
