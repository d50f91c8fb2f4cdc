import { expect, it } from 'vitest';
import { readWeekdays } from '../../../gym/schedule/times.ts';
import { parseText, SCHEDULE_NOW, startsOf } from '../../support/schedules.ts';
import { DAY_MS } from '../../support/times.ts';

/** Wednesday 25 March 2026 to the Sunday after next; the clocks change on 29 March. */
const WINDOW = { fromUtcMs: SCHEDULE_NOW - 60 * DAY_MS, toUtcMs: Date.UTC(2026, 3, 5, 23) };

const weekly = (text: string) => parseText(text, { window: WINDOW });

it.each([
  ['Monday', [1]],
  ['Tues.', [2]],
  ['Donnerstag', [4]],
  ['vendredi', [5]],
  ['miércoles', [3]],
  ['SABADO', [6]],
  ['Mon, Wed & Fri', [1, 3, 5]],
  ['Mo-Fr', [1, 2, 3, 4, 5]],
  ['Sat to Mon', [1, 6, 7]],
  ['lundi et jeudi', [1, 4]],
  ['', null],
  ['Yoga', null],
  ['18:00', null],
])('days of the week %j are %j', (text, days) => {
  expect(readWeekdays(text)).toEqual(days);
});

it('a weekly timetable is written out from today to the end of the window, on the wall', () => {
  const parsed = weekly('Class,Day,Time,Room\nYoga,Monday,18:00,Hall\nSpin,Thu,7pm,Loft\n');
  expect(startsOf(parsed)).toEqual(['2026-03-26T19:00Z', '2026-03-30T17:00Z', '2026-04-02T18:00Z']);
  const [spin, yoga] = [
    { name: 'Spin', room: 'Loft' },
    { name: 'Yoga', room: 'Hall' },
  ];
  expect(parsed.entries).toMatchObject([spin, yoga, spin]);
  expect(parsed.faults).toHaveLength(1);
});

it('a weekly timetable holds between its dates and not on closed days', () => {
  const parsed = weekly(
    'Kurs;Wochentag;Uhrzeit;Gültig ab;Gültig bis;Geschlossen\nYoga;Mo, Mi;18:00 - 19:15;01.06.2026;15.06.2026;03.06.2026, 08.06.2026 – 09.06.2026\n',
  );
  expect(startsOf(parsed)).toEqual(['2026-06-01T17:00Z', '2026-06-10T17:00Z', '2026-06-15T17:00Z']);
  expect(parsed.entries[0]?.endsUtcMs).toBe(Date.parse('2026-06-01T18:15Z'));
  expect(parsed.faults).toEqual([]);
});

it('a weekly timetable may say day and time in one cell, and its dates as start and end', () => {
  const parsed = weekly('Class,Time,Duration\nYoga,Monday 18:00,60\n');
  expect(startsOf(parsed)).toEqual(['2026-03-30T17:00Z']);
  const dated = weekly('Class,Day,Time,From,Until\nYoga,Fri,09:30,2026-05-01,2026-05-15\n');
  expect(startsOf(dated)).toEqual(['2026-05-01T08:30Z', '2026-05-08T08:30Z', '2026-05-15T08:30Z']);
});

it('a weekly timetable refuses what is no date, and more than two years', () => {
  const head = 'Class,Day,Time,Valid from,Valid until\n';
  expect(weekly(`${head}Yoga,Mon,18:00,soon,\n`).faults).toMatchObject([
    { line: 2, field: 'from', expected: 'a date', got: 'soon', effect: 'skipped' },
  ]);
  expect(weekly(`${head}Yoga,Mon,18:00,2026-01-01,2030-01-01\n`).faults).toMatchObject([
    { line: 2, field: 'until' },
  ]);
});

it('a weekly timetable gives the same ids again, also where rows have an id', () => {
  const text = 'Id,Class,Day,Time\n7,Yoga,Monday,18:00\n';
  expect(weekly(text).entries.map(({ externalId }) => externalId)).toEqual(['7/2026-03-30']);
});
