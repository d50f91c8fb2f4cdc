import { expect, it } from 'vitest';
import {
  calendarOf,
  LONDON,
  linesOf,
  parseFixture,
  parseText,
  SCHEDULE_NOW,
  startsOf,
} from '../../../support/schedules.ts';

const ONE = ['DTSTART:20260330T170000Z', 'DURATION:PT1H'];

it('a calendar with a zone of Windows, an EXDATE and moved, cancelled and substituted instances is expanded exactly', () => {
  const parsed = parseFixture('recurring.ics');
  expect(parsed).toMatchObject({ format: 'ics', shape: 'generic', faultCount: 0 });
  expect(parsed.completeUtcMs).toEqual({ ...LONDON.window, fromUtcMs: SCHEDULE_NOW });
  expect(linesOf(parsed)).toEqual([
    'flow@example/2026-03-09T18:30 · Vinyasa Flow · Anna Lee · Studio 1 · 2026-03-09T18:30Z 60 min · capacity 20',
    'flow@example/2026-03-16T18:30 · Vinyasa Flow · Anna Lee · Studio 1 · 2026-03-16T18:30Z 60 min · capacity 20',
    'flow@example/2026-03-23T18:30 · Vinyasa Flow · Anna Lee · Studio 2 · 2026-03-24T19:00Z 60 min',
    'flow@example/2026-03-30T18:30 · Vinyasa Flow · Anna Lee · Studio 1 · 2026-03-30T17:30Z 60 min · capacity 20',
    'flow@example/2026-04-13T18:30 · Vinyasa Flow · Anna Lee · Studio 1 · 2026-04-13T17:30Z 60 min · cancelled',
    'flow@example/2026-04-20T18:30 · Vinyasa Flow · Ben Okoro · Studio 1 · 2026-04-20T17:30Z 60 min',
    'flow@example/2026-04-27T18:30 · Vinyasa Flow · Anna Lee · Studio 1 · 2026-04-27T17:30Z 60 min · capacity 20',
  ]);
});

it('a calendar with a malformed event in its middle gives the others, and the line of what is wrong', () => {
  const parsed = parseFixture('malformed.ics');
  expect(parsed.entries.map(({ name, startsUtcMs }) => [name, startsUtcMs])).toEqual([
    ['Barre', Date.UTC(2026, 2, 30, 8)],
    ['Spin', Date.UTC(2026, 2, 30, 13)],
  ]);
  expect(parsed.faults).toMatchObject([
    { line: null, field: 'end', effect: 'ignored' },
    { line: 12, field: 'DTSTART', effect: 'skipped' },
    { line: 15, field: 'VEVENT', effect: 'skipped' },
  ]);
  expect(parsed.completeUtcMs).toBeNull();
});

it('a calendar that is cut off does not claim to be complete', () => {
  const whole = calendarOf([ONE]);
  const parsed = parseText(whole.replace('END:VCALENDAR', ''));
  expect(parsed.entries).toHaveLength(1);
  expect(parsed.completeUtcMs).toBeNull();
  expect(parsed.faults).toMatchObject([{ got: 'a file cut off' }]);
  expect(parseText(whole).completeUtcMs).not.toBeNull();
  expect(parseText(calendarOf([])).completeUtcMs).toBeNull();
});

it('a calendar reads every event alone where that is asked, and series still inside the window', () => {
  const text = calendarOf([
    ['UID:old', 'DTSTART:20240229T180000Z', 'DURATION:PT1H'],
    ['UID:far', 'DTSTART:20270101T180000Z', 'DURATION:PT1H'],
    ['UID:series', 'DTSTART:20240301T180000Z', 'DURATION:PT1H', 'RRULE:FREQ=YEARLY'],
  ]);
  expect(startsOf(parseText(text))).toEqual(['2026-03-01T18:00Z']);
  const all = ['2024-02-29T18:00Z', '2026-03-01T18:00Z', '2027-01-01T18:00Z'];
  expect(startsOf(parseText(text, { takesAllSingles: true }))).toEqual(all);
});

it.each([
  [['Yoga with Anna', 'Spin with Ben Okoro', 'Barre'], 'Yoga/Anna Spin/Ben Okoro Barre/'],
  [['Pilates with Weights', 'Spin', 'Barre'], 'Pilates with Weights/ Spin/ Barre/'],
])('a calendar takes trainers from names where most events do, else never: %j', (names, read) => {
  const events = names.map((name, n) => [`UID:${n}`, `SUMMARY:${name}`, ...ONE]);
  const { entries } = parseText(calendarOf(events));
  expect(entries.map(({ name, trainer }) => `${name}/${trainer?.name ?? ''}`).join(' ')).toBe(read);
});

it('a calendar takes the newest of several states of an event, whatever their order', () => {
  const before = ['SEQUENCE:2', 'DTSTART:20260330T090000Z', 'DURATION:PT1H'];
  const parsed = parseText(calendarOf([['SEQUENCE:3', ...ONE], before]));
  expect(startsOf(parsed)).toEqual(['2026-03-30T17:00Z']);
  expect(parsed.faults).toMatchObject([{ line: 9, field: 'UID', effect: 'skipped' }]);
  expect(parsed.completeUtcMs).not.toBeNull();
});

it('a calendar that cancels by its method cancels its events', () => {
  expect(parseText(calendarOf([ONE], 'METHOD:CANCEL'))).toMatchObject({
    entries: [{ isCancelled: true }],
    completeUtcMs: null,
  });
});

it('wall time in the hour that a change of the clock skips comes an hour later, on that day alone', () => {
  const start = 'DTSTART;TZID=Europe/London:20260328T013000';
  const text = calendarOf([[start, 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3']]);
  const starts = ['2026-03-28T01:30Z', '2026-03-29T01:30Z', '2026-03-30T00:30Z'];
  expect(startsOf(parseText(text))).toEqual(starts);
});

it('wall time of a floating time is the gym’s', () => {
  const text = calendarOf([['DTSTART:20260330T183000', 'DURATION:PT1H']]);
  expect(startsOf(parseText(text, { timezone: 'Asia/Kathmandu' }))).toEqual(['2026-03-30T12:45Z']);
});

const DAYS = ['DTSTART;TZID=Europe/London:20260326T183000', 'DURATION:PT1H'];
const parseEvents = (...events: readonly (readonly string[])[]) => parseText(calendarOf(events));

it('a series loses the instances of EXDATE, in whatever zone or as days they are written', () => {
  const parsed = parseEvents([
    ...DAYS,
    'RRULE:FREQ=DAILY;COUNT=6',
    'EXDATE;TZID=Europe/London:20260327T183000,20260328T183000',
    'EXDATE:20260329T173000Z',
    'EXDATE;VALUE=DATE:20260330',
  ]);
  expect(startsOf(parsed)).toEqual(['2026-03-26T18:30Z', '2026-03-31T17:30Z']);
});

it('a series gains the instances of RDATE, also as periods', () => {
  const dates = ['TZID=Europe/London:20260401T070000', 'VALUE=PERIOD:20260402T060000Z/PT1H'];
  const parsed = parseEvents([...DAYS, ...dates.map((date) => `RDATE;${date}`)]);
  expect(startsOf(parsed)).toEqual(['2026-03-26T18:30Z', '2026-04-01T06:00Z', '2026-04-02T06:00Z']);
});

it('a series keeps the id of an instance that is moved, also out of the window and into it', () => {
  const moved = (planned: string, start: string) => [
    `RECURRENCE-ID;TZID=Europe/London:${planned}`,
    `DTSTART;TZID=Europe/London:${start}`,
    'DURATION:PT1H',
  ];
  const text = calendarOf([
    [...DAYS, 'RRULE:FREQ=WEEKLY'],
    moved('20260402T183000', '20260403T070000'),
    moved('20260409T183000', '20270101T183000'),
    moved('20270107T183000', '20260410T183000'),
  ]);
  const window = { fromUtcMs: Date.UTC(2026, 2, 1), toUtcMs: Date.UTC(2026, 3, 12) };
  const parsed = parseText(text, { window });
  const planned = ['2026-03-26', '2026-04-02', '2027-01-07', '2026-04-09'];
  const ids = parsed.entries.map(({ externalId }) => externalId);
  expect(ids).toEqual(planned.map((date) => `a/${date}T18:30`));
});

it('a series says figures of people of one date alone, and the places of all', () => {
  const second = ['RECURRENCE-ID', 'DTSTART'].map(
    (name) => `${name};TZID=Europe/London:20260402T183000`,
  );
  const parsed = parseEvents(
    [...DAYS, 'RRULE:FREQ=WEEKLY;COUNT=2', 'DESCRIPTION:Capacity: 20\\nBooked: 12'],
    [...second, 'DURATION:PT1H', 'DESCRIPTION:Booked: 7/18'],
  );
  expect(parsed.entries).toMatchObject([
    { capacity: 20, booked: null },
    { capacity: 18, booked: 7 },
  ]);
});

it.each([
  'FREQ=SECONDLY',
  'FREQ=HOURLY;INTERVAL=2',
  'FREQ=WEEKLY;BYDAY=XX',
  'FREQ=MONTHLY;BYMONTHDAY=32',
  'FREQ=YEARLY;BYDAY=MO,2TU',
  '',
])('a series by the rule %j is left out with its line', (rule) => {
  const parsed = parseEvents([...DAYS, `RRULE:${rule}`]);
  expect(parsed.entries).toEqual([]);
  expect(parsed.faults).toMatchObject([{ line: 7, field: 'RRULE', effect: 'skipped' }]);
});

it('a series ends, with a fault, where many would cost too much', () => {
  const to = (end: number) => Array.from({ length: end }, (_, n) => n);
  const rule = `RRULE:FREQ=DAILY;COUNT=100000;BYHOUR=${to(24)};BYMINUTE=${to(60)}`;
  const events = to(20).map((n) => [`UID:${n}`, 'DTSTART:19000101T000000Z', rule]);
  const parsed = parseEvents(...events);
  const fault = expect.objectContaining({ field: 'RRULE', effect: 'skipped' });
  expect(parsed.faults).toContainEqual(fault);
  expect(parsed.completeUtcMs).toBeNull();
});

it('a series takes an exception whose series is not in the file', () => {
  const moved = ['RECURRENCE-ID:20260402T173000Z', 'DTSTART:20260403T060000Z', 'DURATION:PT1H'];
  const parsed = parseEvents(moved);
  expect(parsed.entries).toMatchObject([{ externalId: 'a/2026-04-02T18:30' }]);
});
