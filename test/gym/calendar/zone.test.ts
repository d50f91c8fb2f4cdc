import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
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
const at = (text: string) => Date.parse(text);

test('in the hour that comes twice an instant has the offset of its season', () => {
  const twice = ['2026-10-25T00:30Z', '2026-10-25T01:30Z'];
  const written = twice.map((time) => formatInstant(LONDON, at(time)));
  expect(written).toEqual(['2026-10-25T01:30:00+01:00', '2026-10-25T01:30:00+00:00']);
});

test('a time that is skipped comes an hour later; of one that comes twice the first is meant', () => {
  expect(instantOf(LONDON, '2026-03-29T01:30:00')).toBe(at('2026-03-29T01:30:00Z'));
  expect(instantOf(LONDON, '2026-10-25T01:30:00')).toBe(at('2026-10-25T00:30:00Z'));
  expect(() => instantOf(LONDON, '2026-02-30T10:00')).toThrow(RangeError);
});

test.each([
  [LONDON, '2026-03-29', 23],
  [LONDON, '2026-10-25', 25],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  // Begins at 01:00, since midnight is skipped.
  ['America/Asuncion', '2023-10-01', 23],
])('a day in %s, %s, has %d hours', (zone, date, hours) => {
  const { fromUtcMs, toUtcMs } = datesRange(zone, date, date);
  expect((toUtcMs - fromUtcMs) / 3_600_000).toBe(hours);
});

test('instants, dates and days are those of Temporal, also around changes of the clock', () => {
  const zones = [LONDON, 'America/New_York', 'Asia/Kathmandu', 'Africa/Casablanca'];
  const zone = fc.constantFrom(...zones, 'Australia/Lord_Howe', 'Pacific/Auckland');
  const changes = ['2026-03-29', '2026-10-25', '2026-11-01', '2026-04-05', '2028-02-29'];
  const seconds = fc.oneof(
    fc.integer({ min: at('2020-01-01') / 1000, max: at('2032-01-01') / 1000 }),
    fc
      .tuple(fc.constantFrom(...changes), fc.integer({ min: -43_200, max: 129_600 }))
      .map(([day, s]) => at(day) / 1000 + s),
  );
  fc.assert(
    fc.property(zone, seconds, fc.integer({ min: -400, max: 400 }), (timezone, second, days) => {
      const instant = Temporal.Instant.fromEpochMilliseconds(second * 1000);
      const zoned = instant.toZonedDateTimeISO(timezone);
      const written = zoned.toString({ timeZoneName: 'never' });
      expect(formatInstant(timezone, second * 1000)).toBe(written);
      const date = dateAt(timezone, second * 1000);
      expect(`${date}T${timeAt(timezone, second * 1000)}`).toBe(written.slice(0, 16));
      expect(weekdayOf(date)).toBe(zoned.dayOfWeek);
      expect(addDays(date, days)).toBe(zoned.toPlainDate().add({ days }).toString());
      const wall = new Date(second * 1000).toISOString().slice(0, 19);
      const meant = Temporal.PlainDateTime.from(wall).toZonedDateTime(timezone);
      expect(instantOf(timezone, wall)).toBe(meant.epochMilliseconds);
    }),
    { numRuns: 400 },
  );
});
