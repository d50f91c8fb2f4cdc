import { expect, it } from 'vitest';
import {
  dateFrom,
  dateOf,
  validDate,
  type WrittenDay,
} from '../../../../ask/grammar/dates/absolute.ts';

const written = (day: number, month: number, year: number | null = null): WrittenDay => ({
  day,
  month,
  year,
  weekday: null,
});
const TODAY = '2026-11-18';

it.each<[WrittenDay, string | null, string]>([
  [written(3, 11), '2026-11-03', 'this year'],
  [written(18, 11), '2026-11-18', 'today'],
  [written(25, 11), '2026-11-25', 'soon: it is to come'],
  [written(25, 12), '2025-12-25', 'not soon: the newest'],
  [written(29, 2), '2024-02-29', 'the newest leap year'],
  [written(31, 2), null, 'no such day'],
  [written(3, 11, 25), '2025-11-03', 'two figures of a year'],
  [{ ...written(8, 11), weekday: 7 }, '2026-11-08', 'a Sunday'],
  [{ ...written(9, 11), weekday: 7 }, null, 'a Monday, not a Sunday'],
])('%j is %s: %s', (day, date) => {
  expect(dateOf(day, TODAY)).toBe(date);
});

it('begins in the past and ends after it began', () => {
  expect(dateOf(written(25, 11), TODAY, false)).toBe('2025-11-25');
  expect(dateFrom(written(3, 1), '2025-12-28')).toBe('2026-01-03');
});

it('knows the calendar', () => {
  expect([validDate(2026, 2, 28), validDate(2026, 2, 29), validDate(2026, 13, 1)]).toEqual([
    ...['2026-02-28', null, null],
  ]);
});
