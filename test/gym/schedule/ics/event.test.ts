import { describe, expect, it } from 'vitest';
import { parseText, startsOf } from '../../../support/schedules.ts';

const DAYS = ['DTSTART;TZID=Europe/London:20260326T183000', 'DURATION:PT1H'];
const calendar = (...events: readonly (readonly string[])[]) =>
  [
    'BEGIN:VCALENDAR',
    ...events.flatMap((lines) => [
      'BEGIN:VEVENT',
      ...(lines[0]?.startsWith('UID') === true ? [] : ['UID:a']),
      'SUMMARY:Yoga',
      ...lines,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\n');

describe('a series', () => {
  it('loses the instances of EXDATE, in whatever zone or as days they are written', () => {
    const parsed = parseText(
      calendar([
        ...DAYS,
        'RRULE:FREQ=DAILY;COUNT=6',
        'EXDATE;TZID=Europe/London:20260327T183000,20260328T183000',
        'EXDATE:20260329T173000Z',
        'EXDATE;VALUE=DATE:20260330',
      ]),
    );
    expect(startsOf(parsed)).toEqual(['2026-03-26T18:30Z', '2026-03-31T17:30Z']);
  });

  it('gains the instances of RDATE, also as periods', () => {
    const parsed = parseText(
      calendar([
        ...DAYS,
        'RDATE;TZID=Europe/London:20260401T070000',
        'RDATE;VALUE=PERIOD:20260402T060000Z/PT1H',
      ]),
    );
    expect(startsOf(parsed)).toEqual([
      '2026-03-26T18:30Z',
      '2026-04-01T06:00Z',
      '2026-04-02T06:00Z',
    ]);
  });

  it('keeps the id of an instance that is moved, also out of the window and into it', () => {
    const moved = (planned: string, start: string) => [
      `RECURRENCE-ID;TZID=Europe/London:${planned}`,
      `DTSTART;TZID=Europe/London:${start}`,
      'DURATION:PT1H',
    ];
    const parsed = parseText(
      calendar(
        [...DAYS, 'RRULE:FREQ=WEEKLY'],
        moved('20260402T183000', '20260403T070000'),
        moved('20260409T183000', '20270101T183000'),
        moved('20270107T183000', '20260410T183000'),
      ),
      { window: { fromUtcMs: Date.UTC(2026, 2, 1), toUtcMs: Date.UTC(2026, 3, 12) } },
    );
    expect(parsed.entries.map(({ externalId }) => externalId)).toEqual([
      'a/2026-03-26T18:30',
      'a/2026-04-02T18:30',
      'a/2027-01-07T18:30',
      'a/2026-04-09T18:30',
    ]);
  });

  it('says figures of people of one date alone, and the places of all', () => {
    const parsed = parseText(
      calendar(
        [...DAYS, 'RRULE:FREQ=WEEKLY;COUNT=2', 'DESCRIPTION:Capacity: 20\\nBooked: 12'],
        [
          'RECURRENCE-ID;TZID=Europe/London:20260402T183000',
          'DTSTART;TZID=Europe/London:20260402T183000',
          'DURATION:PT1H',
          'DESCRIPTION:Booked: 7/18',
        ],
      ),
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
    'FREQ=SOMETIMES',
    'FREQ=DAILY;UNTIL=never',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=YEARLY;BYYEARDAY=100;BYDAY=MO',
    'FREQ=YEARLY;BYDAY=MO,2TU',
    'FREQ=YEARLY;BYDAY=53SU',
    '',
  ])('by the rule %j is left out with its line', (rule) => {
    const parsed = parseText(calendar([...DAYS, `RRULE:${rule}`]));
    expect(parsed.entries).toEqual([]);
    expect(parsed.faults).toMatchObject([{ line: 7, field: 'RRULE', effect: 'skipped' }]);
  });

  it('ends, with a fault, where many would cost too much', () => {
    const minutes = Array.from({ length: 60 }, (_, minute) => minute).join(',');
    const hours = Array.from({ length: 24 }, (_, hour) => hour).join(',');
    const every = [
      'DTSTART:19000101T000000Z',
      `RRULE:FREQ=DAILY;COUNT=100000;BYHOUR=${hours};BYMINUTE=${minutes}`,
    ];
    const parsed = parseText(
      calendar(...Array.from({ length: 20 }, (_, index) => [`UID:${index}`, ...every])),
    );
    expect(
      parsed.faults.some(({ field, effect }) => field === 'RRULE' && effect === 'skipped'),
    ).toBe(true);
    expect(parsed.completeUtcMs).toBeNull();
  });

  it('is not taken for its alarm', () => {
    const alarm = ['BEGIN:VALARM', 'DURATION:PT5M', 'DESCRIPTION:Capacity: 3', 'END:VALARM'];
    const parsed = parseText(calendar([...alarm, ...DAYS, 'DESCRIPTION:Capacity: 20']));
    expect(parsed.entries).toMatchObject([
      { capacity: 20, endsUtcMs: Date.UTC(2026, 2, 26, 19, 30) },
    ]);
  });

  it('takes an exception whose series is not in the file', () => {
    const parsed = parseText(
      calendar(['RECURRENCE-ID:20260402T173000Z', 'DTSTART:20260403T060000Z', 'DURATION:PT1H']),
    );
    expect(parsed.entries).toMatchObject([{ externalId: 'a/2026-04-02T18:30' }]);
  });
});
