import { describe, expect, it } from 'vitest';
import type { ParseOptions } from '../../../../gym/schedule/entry.ts';
import {
  LONDON,
  linesOf,
  parseFixture,
  parseText,
  SCHEDULE_NOW,
  startsOf,
} from '../../../support/schedules.ts';

const calendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n');
const event = (...lines: readonly string[]) =>
  calendar('BEGIN:VEVENT', 'UID:a', 'SUMMARY:Yoga', ...lines, 'END:VEVENT');
const year = (of: number): Partial<ParseOptions> => ({
  window: { fromUtcMs: Date.UTC(of, 0, 1), toUtcMs: Date.UTC(of + 1, 0, 1) },
});

describe('a calendar', () => {
  it('with a zone of Windows, an EXDATE and moved, cancelled and substituted instances is expanded exactly', () => {
    const parsed = parseFixture('recurring.ics');
    expect(parsed).toMatchObject({ format: 'ics', shape: 'generic', faultCount: 0 });
    expect(parsed.completeUtcMs).toEqual({
      fromUtcMs: SCHEDULE_NOW,
      toUtcMs: LONDON.window.toUtcMs,
    });
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

  it('with a malformed event in its middle gives the others, and the line of what is wrong', () => {
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

  it('that is cut off does not claim to be complete', () => {
    const whole = event('DTSTART:20260330T170000Z', 'DURATION:PT1H');
    const parsed = parseText(whole.replace('END:VCALENDAR', ''));
    expect(parsed.entries).toHaveLength(1);
    expect(parsed.completeUtcMs).toBeNull();
    expect(parsed.faults).toMatchObject([{ got: 'a file cut off' }]);
    expect(parseText(whole).completeUtcMs).not.toBeNull();
    expect(parseText(calendar()).completeUtcMs).toBeNull();
  });

  it('reads an event alone only inside the window, and no day-long closure', () => {
    const lines = (start: string) => event(start, 'DURATION:PT1H');
    expect(parseText(lines('DTSTART:20200330T170000Z')).entries).toEqual([]);
    const closure = parseText(lines('DTSTART;VALUE=DATE:20260330'));
    expect(closure).toMatchObject({ entries: [], faultCount: 0 });
  });

  it('reads every event alone where that is asked, and series still inside the window', () => {
    const named = (uid: string, ...lines: string[]) =>
      ['BEGIN:VEVENT', `UID:${uid}`, 'SUMMARY:Yoga', ...lines, 'DURATION:PT1H', 'END:VEVENT'].join(
        '\n',
      );
    const text = [
      'BEGIN:VCALENDAR',
      named('old', 'DTSTART:20240229T180000Z'),
      named('far', 'DTSTART:20270101T180000Z'),
      named('series', 'DTSTART:20240301T180000Z', 'RRULE:FREQ=YEARLY'),
      'END:VCALENDAR',
    ].join('\n');
    expect(startsOf(parseText(text))).toEqual(['2026-03-01T18:00Z']);
    expect(startsOf(parseText(text, { takesAllSingles: true }))).toEqual([
      '2024-02-29T18:00Z',
      '2026-03-01T18:00Z',
      '2027-01-01T18:00Z',
    ]);
  });

  it('takes trainers from names where most of its events do so, and never else', () => {
    const names = (...summaries: readonly string[]) =>
      parseText(
        calendar(
          ...summaries.flatMap((summary, index) => [
            'BEGIN:VEVENT',
            `UID:${index}`,
            `DTSTART:202603${26 + index}T170000Z`,
            'DURATION:PT1H',
            `SUMMARY:${summary}`,
            'END:VEVENT',
          ]),
        ),
      ).entries.map(({ name, trainer }) => `${name}/${trainer?.name ?? ''}`);
    expect(names('Yoga with Anna', 'Spin with Ben Okoro', 'Barre')).toEqual([
      'Yoga/Anna',
      'Spin/Ben Okoro',
      'Barre/',
    ]);
    expect(names('Pilates with Weights', 'Spin', 'Barre')).toEqual([
      'Pilates with Weights/',
      'Spin/',
      'Barre/',
    ]);
  });

  it('takes the person in the chair for the trainer, but not the calendar itself', () => {
    const organizer = event(
      'DTSTART:20260330T170000Z',
      'DURATION:PT1H',
      'ORGANIZER;CN="Studio":mailto:studio@example.org',
    );
    expect(parseText(organizer).entries).toMatchObject([{ trainer: { name: 'Studio' } }]);
    const named = organizer.replace('VERSION:2.0', 'X-WR-CALNAME:Studio');
    expect(parseText(named).entries).toMatchObject([{ trainer: null }]);
  });

  it('takes the newest of several states of an event, whatever their order', () => {
    const state = (sequence: number, hour: string) => [
      'BEGIN:VEVENT',
      'UID:a',
      `SEQUENCE:${sequence}`,
      'SUMMARY:Yoga',
      `DTSTART:20260330T${hour}0000Z`,
      'DURATION:PT1H',
      'END:VEVENT',
    ];
    const parsed = parseText(calendar(...state(3, '17'), ...state(2, '09')));
    expect(startsOf(parsed)).toEqual(['2026-03-30T17:00Z']);
    expect(parsed.faults).toMatchObject([{ line: 10, field: 'UID', effect: 'skipped' }]);
    expect(parsed.completeUtcMs).not.toBeNull();
  });

  it('that cancels by its method cancels its events', () => {
    const text = event('DTSTART:20260330T170000Z', 'DURATION:PT1H').replace(
      'VERSION:2.0',
      'METHOD:CANCEL',
    );
    expect(parseText(text)).toMatchObject({
      entries: [{ isCancelled: true }],
      completeUtcMs: null,
    });
  });
});

describe('wall time', () => {
  it('of a weekly class at 18:30 in London stays when the clocks change, both times', () => {
    const parsed = parseText(
      event('DTSTART;TZID=Europe/London:20260105T183000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY'),
      year(2026),
    );
    const starts = startsOf(parsed);
    expect(starts).toHaveLength(52);
    expect(starts).toEqual(
      starts.map((start) => {
        const isSummer = start >= '2026-03-29' && start < '2026-10-25';
        return `${start.slice(0, 10)}T${isSummer ? '17' : '18'}:30Z`;
      }),
    );
  });

  it('in the hour that a change of the clock skips comes an hour later, on that day alone', () => {
    const parsed = parseText(
      event(
        'DTSTART;TZID=Europe/London:20260328T013000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=3',
      ),
    );
    expect(startsOf(parsed)).toEqual([
      '2026-03-28T01:30Z',
      '2026-03-29T01:30Z',
      '2026-03-30T00:30Z',
    ]);
  });

  it('of a floating time is the gym’s', () => {
    const text = event('DTSTART:20260330T183000', 'DURATION:PT1H');
    expect(startsOf(parseText(text, { timezone: 'Asia/Kathmandu' }))).toEqual([
      '2026-03-30T12:45Z',
    ]);
    expect(startsOf(parseText(text, { timezone: 'America/New_York' }))).toEqual([
      '2026-03-30T22:30Z',
    ]);
  });

  it('of a class over midnight stays on its evening', () => {
    const parsed = parseText(
      event(
        'DTSTART;TZID=Europe/London:20260327T233000',
        'DTEND;TZID=Europe/London:20260328T003000',
        'RRULE:FREQ=DAILY;COUNT=4',
      ),
    );
    expect(startsOf(parsed)).toEqual([
      '2026-03-27T23:30Z',
      '2026-03-28T23:30Z',
      '2026-03-29T22:30Z',
      '2026-03-30T22:30Z',
    ]);
    expect(parsed.entries.every((entry) => entry.endsUtcMs - entry.startsUtcMs === 3_600_000)).toBe(
      true,
    );
  });
});
