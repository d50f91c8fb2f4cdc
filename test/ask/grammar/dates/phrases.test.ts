import { expect, it } from 'vitest';
import { queryOf } from '../asking.ts';

it.each([
  ['last week', '2026-11-09', '2026-11-15', 'the calendar week before'],
  ['this week', '2026-11-16', '2026-11-18', 'from Monday to today'],
  ['past week', '2026-11-12', '2026-11-18', 'seven days that end today'],
  ['last two weeks', '2026-11-05', '2026-11-18', '14 days that end today'],
  ['the week before last', '2026-11-02', '2026-11-08', 'two calendar weeks back'],
  ['this month', '2026-11-01', '2026-11-18', 'from the first to today'],
  ['last month', '2026-10-01', '2026-10-31', 'the whole month before'],
  ['in October', '2026-10-01', '2026-10-31', 'the newest that has begun'],
  ['in December', '2025-12-01', '2025-12-31', 'this year’s has not begun'],
  ['since 3 November', '2026-11-03', '2026-11-18', 'up to today'],
  ['last weekend', '2026-11-14', '2026-11-15', 'the newest whole weekend'],
  ['1-10 October', '2026-10-01', '2026-10-10', 'one month for both days'],
  ['between 1 and 10 October', '2026-10-01', '2026-10-10', 'one month for both days'],
  ['from 28 December to 3 January', '2025-12-28', '2026-01-03', 'over the new year'],
  ['from Monday to Wednesday', '2026-11-16', '2026-11-18', 'the newest that has begun'],
  ['from 5 oct until 12 oct', '2026-10-05', '2026-10-12', '“from 5” is no time of day'],
  ['in the week of 4 November', '2026-11-02', '2026-11-08', 'its calendar week'],
  ['this year', '2026-01-01', '2026-11-18', 'all of it so far'],
])('attendance %s: %s to %s, %s', async (when, from, to) => {
  expect(await queryOf(`attendance ${when}`)).toEqual({ measures: ['attended'], from, to });
});

it.each([
  ['yesterday', '2026-11-17'],
  ['the day before yesterday', '2026-11-16'],
  ['3 days ago', '2026-11-15'],
  ['on Wednesday', '2026-11-18'],
  ['on Friday', '2026-11-13'],
  ['last Wednesday', '2026-11-11'],
  ['on Tuesday last week', '2026-11-10'],
  ['on the 12th', '2026-11-12'],
  ['on the 25th', '2026-10-25'],
  ['on Nov 3rd', '2026-11-03'],
  ['on 12/10/2026', '2026-10-12'],
  ['on Sunday the 8th of November', '2026-11-08'],
])('how many people came %s: %s', async (when, date) => {
  expect(await queryOf(`how many people came ${when}`)).toEqual({
    measures: ['attended'],
    from: date,
    to: date,
  });
});

it.each([
  ['on Friday', '2026-11-20', '2026-11-20'],
  ['on Wednesday', '2026-11-18', '2026-11-18'],
  ['next Wednesday', '2026-11-25', '2026-11-25'],
  ['this week', '2026-11-16', '2026-11-22'],
  ['this weekend', '2026-11-21', '2026-11-22'],
])('what is on %s looks ahead: %s to %s', async (when, from, to) => {
  expect(await queryOf(`timetable ${when}`)).toMatchObject({ report: 'timetable', from, to });
});
