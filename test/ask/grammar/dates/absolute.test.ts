import { expect, it } from 'vitest';
import {
  dateFrom,
  dateOf,
  validDate,
  type WrittenDay,
  writtenDates,
} from '../../../../ask/grammar/dates/absolute.ts';
import { Sentence } from '../../../../ask/grammar/text/sentence.ts';

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

it.each<[string, ...(string | null)[]]>([
  ['3 November', '3.11'],
  ['the 3rd of Nov 2026', '3.11.2026'],
  ['Nov 3rd, 2026', '3.11.2026'],
  ['Oct 13', '13.10'],
  ['first of May', '1.5'],
  ['Sunday 9 November', '9.11 weekday 7'],
  ['Sunday, May 31', '31.5 weekday 7'],
  ['3-Nov-2026', '3.11.2026'],
  ['3 Nov 26', '3.11.26'],
  ['3/11 and 12.11.2026', '3.11', '12.11.2026'],
  ['2026-11-03', '3.11.2026'],
  ['11/13/2026', '13.11.2026'],
  ['3 November to 5 December 2026', '3.11', '5.12.2026'],
  ['3 November 6pm', '3.11'],
  ['3 November 20 people', '3.11'],
  ['29 February', '29.2'],
  // None of these is a date.
  ['31 February'],
  ['2026-02-30'],
  ['13/13'],
  ['3.11'],
  ['november 3 days'],
  ['November 2026'],
  ['9:30 on Sunday'],
])('“%s” has the dates %s', (text, ...dates) => {
  const found = [...writtenDates(new Sentence(text)).values()].map(({ day: written }) => {
    const { day, month, year, weekday } = written;
    const date = [day, month, ...(year === null ? [] : [year])].join('.');
    return weekday === null ? date : `${date} weekday ${weekday}`;
  });
  expect(found).toEqual(dates);
});

it('reads no date from words that have another meaning already', () => {
  const sentence = new Sentence('the 3 November class');
  sentence.claim(2);
  expect(writtenDates(sentence).size).toBe(0);
});
