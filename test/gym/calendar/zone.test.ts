import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  dateAt,
  datesRange,
  formatInstant,
  instantOf,
  timeAt,
  weekdayOf,
} from '../../../gym/calendar/zone.ts';

const LONDON = 'Europe/London';
const HOUR_MS = 3_600_000;
const at = (text: string) => Date.parse(text);
const hours = ({ fromUtcMs, toUtcMs }: { fromUtcMs: number; toUtcMs: number }) =>
  (toUtcMs - fromUtcMs) / HOUR_MS;

describe('instants on the wall', () => {
  test('have the offset of their season', () => {
    expect(formatInstant(LONDON, at('2026-01-05T18:30:00Z'))).toBe('2026-01-05T18:30:00+00:00');
    expect(formatInstant(LONDON, at('2026-07-05T18:30:00Z'))).toBe('2026-07-05T19:30:00+01:00');
    expect(formatInstant('America/New_York', at('2026-07-05T02:30:00Z'))).toBe(
      '2026-07-04T22:30:00-04:00',
    );
    expect(formatInstant('Asia/Kathmandu', at('2026-07-05T00:00:00Z'))).toBe(
      '2026-07-05T05:45:00+05:45',
    );
  });

  test('are told apart in the hour that comes twice', () => {
    expect(formatInstant(LONDON, at('2026-10-25T00:30:00Z'))).toBe('2026-10-25T01:30:00+01:00');
    expect(formatInstant(LONDON, at('2026-10-25T01:30:00Z'))).toBe('2026-10-25T01:30:00+00:00');
  });

  test('belong to the date of their zone', () => {
    const evening = at('2026-03-01T03:00:00Z');
    expect(dateAt('America/Los_Angeles', evening)).toBe('2026-02-28');
    expect(timeAt('America/Los_Angeles', evening)).toBe('19:00');
    expect(dateAt('Pacific/Auckland', evening)).toBe('2026-03-01');
  });
});

describe('days', () => {
  test('have 23 and 25 hours where the clock changes', () => {
    expect(hours(datesRange(LONDON, '2026-03-29', '2026-03-29'))).toBe(23);
    expect(hours(datesRange(LONDON, '2026-10-25', '2026-10-25'))).toBe(25);
    expect(hours(datesRange('Australia/Lord_Howe', '2026-04-05', '2026-04-05'))).toBe(24.5);
  });

  test('begin at 01:00 where midnight is skipped', () => {
    const { fromUtcMs } = datesRange('America/Asuncion', '2023-10-01', '2023-10-01');
    expect(formatInstant('America/Asuncion', fromUtcMs)).toBe('2023-10-01T01:00:00-03:00');
  });

  test('are counted over the leap day and the end of a year', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(weekdayOf('2028-02-29')).toBe(2);
    expect(weekdayOf('2026-11-22')).toBe(7);
  });
});

describe('times on the wall', () => {
  test('that are skipped come an hour later; of those that come twice the first is meant', () => {
    expect(instantOf(LONDON, '2026-03-29T01:30:00')).toBe(at('2026-03-29T01:30:00Z'));
    expect(instantOf(LONDON, '2026-10-25T01:30:00')).toBe(at('2026-10-25T00:30:00Z'));
  });

  test('are the instants of Temporal on every day, also when clocks change', () => {
    const zones = ['Europe/London', 'America/New_York', 'Asia/Kathmandu', 'Africa/Casablanca'];
    const seconds = fc.integer({ min: at('2020-01-01') / 1000, max: at('2032-01-01') / 1000 });
    fc.assert(
      fc.property(fc.constantFrom(...zones, 'Australia/Lord_Howe'), seconds, (zone, second) => {
        const wall = new Date(second * 1000).toISOString().slice(0, 19);
        const expected = Temporal.PlainDateTime.from(wall).toZonedDateTime(zone);
        expect(instantOf(zone, wall)).toBe(expected.epochMilliseconds);
      }),
      { numRuns: 1000 },
    );
  });

  test('that are none are refused', () => {
    expect(() => instantOf(LONDON, '2026-02-30T10:00')).toThrow(RangeError);
  });
});
