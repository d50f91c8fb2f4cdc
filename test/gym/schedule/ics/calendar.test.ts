import { expect, it } from 'vitest';
import type { ParsedSchedule } from '../../../../gym/schedule/entry.ts';
import { calendarOf, parseText, startsOf } from '../../../support/schedules.ts';

/** Dates from the start on, of a rule in the years 2026 to 2029. */
function datesOf(start: string, rule: string): string[] {
  const text = calendarOf([[`DTSTART:${start}T100000Z`, 'DURATION:PT1H', `RRULE:${rule}`]]);
  const window = { fromUtcMs: Date.UTC(2026, 0, 1), toUtcMs: Date.UTC(2030, 0, 1) };
  return startsOf(parseText(text, { timezone: 'UTC', window })).map((at) => at.slice(0, 10));
}

// The expected dates are those of RFC 5545, 3.8.5.3, moved to these years, or reckoned from a printed calendar.
it.each([
  ['20260105', 'FREQ=DAILY;UNTIL=20260107T100000Z', ['2026-01-05', '2026-01-06', '2026-01-07']],
  ['20260105', 'FREQ=DAILY;UNTIL=20260107', ['2026-01-05', '2026-01-06', '2026-01-07']],
  // The week's first day matters where weeks are skipped.
  [
    '20260106',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
    ['2026-01-06', '2026-01-18', '2026-01-20', '2026-02-01'],
  ],
  [
    '20260511',
    'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=3',
    ['2026-05-11', '2027-05-17', '2028-05-15'],
  ],
  // 30 February and 31 April never come.
  ['20260105', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', ['2026-01-05']],
  ['20260105', 'FREQ=MONTHLY;BYDAY=6MO', ['2026-01-05']],
])('dates of a rule from %s by %s', (start, rule, expected) => {
  expect(datesOf(start, rule)).toEqual(expected);
});

it('dates of a rule are the same however long ago the series began', () => {
  const rules = [
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH',
    'FREQ=MONTHLY;INTERVAL=5;BYDAY=2TU',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
    'FREQ=YEARLY;BYWEEKNO=20',
  ];
  for (const rule of rules) {
    // A number of instances keeps the past from being skipped.
    expect(datesOf('19960104', rule)).toEqual(datesOf('19960104', `${rule};COUNT=9999`));
  }
});

/* Zones that a calendar defines: an unknown name, and rules for when its clock is set. */

const WINTER = 'DTSTART:19701025T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0000\r\n';
const SUMMER = 'DTSTART:19700329T010000\r\nTZOFFSETFROM:+0000\r\nTZOFFSETTO:+0100\r\n';
const LONDON_RULES = [
  `BEGIN:STANDARD\r\n${WINTER}RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\nEND:STANDARD`,
  `BEGIN:DAYLIGHT\r\n${SUMMER}RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\nEND:DAYLIGHT`,
].join('\r\n');

function parsed(rules: string, ...starts: string[]): ParsedSchedule {
  const eventOf = (start: string, at: number) => [`UID:${at}`, `DTSTART;TZID=Our clock:${start}`];
  const events = starts.map((start, at) => [...eventOf(start, at), 'DURATION:PT1H']);
  const zone = ['BEGIN:VTIMEZONE', 'TZID:Our clock', rules, 'END:VTIMEZONE'];
  const text = calendarOf(events, 'VERSION:2.0', ...zone);
  return parseText(text, { timezone: 'Asia/Tokyo' });
}

it('a zone of the calendar’s own is followed through winter, summer, the hour that is skipped and the one that comes twice', () => {
  const written = ['0310T080000', '0329T013000', '0330T080000', '0501T080000'];
  const starts = ['03-10T08:00Z', '03-29T01:30Z', '03-30T07:00Z', '05-01T07:00Z'];
  const found = parsed(LONDON_RULES, ...written.map((time) => `2026${time}`));
  expect(found.faults).toEqual([]);
  expect(startsOf(found)).toEqual(starts.map((start) => `2026-${start}`));
  const autumn = LONDON_RULES.replaceAll('BYMONTH=10', 'BYMONTH=4');
  expect(startsOf(parsed(autumn, '20260426T013000', '20260426T023000'))).toEqual([
    '2026-04-26T00:30Z',
    '2026-04-26T02:30Z',
  ]);
});

it.each([
  ['one offset for ever', '16010101T000000'],
  ['dates in place of rules', '20260101T000000\r\nRDATE:20260201T000000'],
  ['rules that have ended', '16010101T000000\r\nRRULE:FREQ=YEARLY;UNTIL=19990101T000000Z'],
])('a zone of the calendar’s own may have %s', (_, start) => {
  const lines = `DTSTART:${start}\r\nTZOFFSETFROM:+0530\r\nTZOFFSETTO:+0530`;
  const found = parsed(`BEGIN:STANDARD\r\n${lines}\r\nEND:STANDARD`, '20260310T080000');
  expect(found.faults).toEqual([]);
  expect(startsOf(found)).toEqual(['2026-03-10T02:30Z']);
});

it('a zone of the calendar’s own is not followed by rules finer than months, which is one fault', () => {
  const rules = LONDON_RULES.replace('YEARLY;BYMONTH=10;BYDAY=-1SU', 'WEEKLY');
  const found = parsed(rules, '20260310T080000', '20260311T080000');
  const fault = { line: 3, field: 'TZID', got: 'a finer rule, taken as Asia/Tokyo' };
  expect(found.faults).toMatchObject([fault]);
  expect(startsOf(found)).toEqual(['2026-03-09T23:00Z', '2026-03-10T23:00Z']);
});

it('a zone of the calendar’s own that is set at every minute of the year is over the limit of a file, which is said', () => {
  const numbers = (to: number) => Array.from({ length: to }, (_, i) => i).join(',');
  const rule = `FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)}`;
  const found = parsed(LONDON_RULES.replace(/FREQ=YEARLY[^\r]*/, rule), '20260310T080000');
  const expected = 'fewer and simpler series: the limit of a file is reached';
  expect(found.faults).toEqual([expect.objectContaining({ expected })]);
});

it('a zone of the calendar’s own without an offset is a fault', () => {
  const found = parsed(LONDON_RULES.replace('TZOFFSETTO:+0000\r\n', ''), '20260310T080000');
  expect(found.faults[0]?.expected).toContain('TZOFFSETTO');
});
