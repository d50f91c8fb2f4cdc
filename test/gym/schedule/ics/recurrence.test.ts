import { describe, expect, it } from 'vitest';
import { parseText, startsOf } from '../../../support/schedules.ts';

/** Dates from the start on, of a rule in the years 2026 to 2029. */
function datesOf(start: string, rule: string): string[] {
  const text = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:a',
    'SUMMARY:Yoga',
    `DTSTART:${start}T100000Z`,
    'DURATION:PT1H',
    `RRULE:${rule}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\n');
  const window = { fromUtcMs: Date.UTC(2026, 0, 1), toUtcMs: Date.UTC(2030, 0, 1) };
  return startsOf(parseText(text, { timezone: 'UTC', window })).map((at) => at.slice(0, 10));
}

describe('dates of a rule', () => {
  // The expected dates are those of RFC 5545, 3.8.5.3, moved to these years, or reckoned from a printed calendar.
  it.each([
    ['20260105', 'FREQ=DAILY;UNTIL=20260107T100000Z', ['2026-01-05', '2026-01-06', '2026-01-07']],
    ['20260105', 'FREQ=DAILY;UNTIL=20260107', ['2026-01-05', '2026-01-06', '2026-01-07']],
    // The week's first day matters where weeks are skipped.
    [
      '20260106',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
      ['2026-01-06', '2026-01-11', '2026-01-20', '2026-01-25'],
    ],
    [
      '20260106',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
      ['2026-01-06', '2026-01-18', '2026-01-20', '2026-02-01'],
    ],
    [
      '20260213',
      'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=3',
      ['2026-02-13', '2026-03-13', '2026-11-13'],
    ],
    [
      '20260511',
      'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=3',
      ['2026-05-11', '2027-05-17', '2028-05-15'],
    ],
    // 30 February and 31 April never come.
    ['20260105', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', ['2026-01-05']],
    ['20260105', 'FREQ=MONTHLY;BYDAY=6MO', ['2026-01-05']],
  ])('from %s by %s', (start, rule, expected) => {
    expect(datesOf(start, rule)).toEqual(expected);
  });

  it('are the same however long ago the series began', () => {
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
});
