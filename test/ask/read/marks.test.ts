/** Days, hours, numbers and names in a question, of the sample gym on Tuesday, 8 December 2026. */

import { expect, it } from 'vitest';
import { contextOf } from '../../../ask/answers/ask-question.ts';
import type { Mark } from '../../../ask/read/mark.ts';
import { findMarks } from '../../../ask/read/marks.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';

const view = sandboxView(Date.parse('2026-12-08T08:30Z'));
const context = contextOf({ principal: null, view, trainers: view.trainers }, null);
const marksOf = (text: string) => findMarks(text, context, new Set(['runner', 'ten'])).marks;

const read = (mark: Mark): unknown => {
  switch (mark.is) {
    case 'name':
      return mark.candidates.map(({ id }) => id).join();
    case 'time': {
      const days = mark.time.days('back');
      return mark.time.weekdays ?? ('from' in days ? `${days.from}/${days.to}` : days.stop);
    }
    case 'clock':
      return mark.clock.values.join();
    default:
      return mark.amount.value;
  }
};
const rides = 'Afternoon Ride,Lunch Ride,Power Ride,Sunday Ride,Sunrise Ride,Weekend Ride';

it.each([
  ['this autumn against last autumn', '2026-09-01/2026-11-30', '2025-09-01/2025-11-30'],
  ['since the summer', '2026-09-01/2026-12-08'],
  ['over the winter', '2026-12-01/2026-12-08'],
  ['in the third quarter', '2026-07-01/2026-09-30'],
  ['first half of the year', '2026-01-01/2026-06-30'],
  ['best month of the year', '2026-01-01/2026-12-08'],
  ['the week ended 29 November', '2026-11-23/2026-11-29'],
  ['from 2 Nov to the end of last week', '2026-11-02/2026-12-06'],
  ['the three weeks that finished on Sunday', '2026-11-16/2026-12-06'],
  ['the weekend of 28 and 29 November', '2026-11-28/2026-11-29'],
  ['the weekend of the 21st and 22nd of November', '2026-11-21/2026-11-22'],
  ['the two last complete weeks', '2026-11-23/2026-12-06'],
  ['from the first of November up until this last Sunday', '2026-11-01/2026-12-06'],
  ['Monday the thirtieth', '2026-11-30/2026-11-30'],
  ['Monday first thing', [1]],
  ['b4 9 fri', '00:00,08:59', [5]],
  ['bottom 3 LW', 3, '2026-11-30/2026-12-06'],
  ['wk 9-15 Nov', '2026-11-09/2026-11-15'],
  ['the month to 30 November', '2026-11-01/2026-11-30'],
  ['14–20 December', '2026-12-14/2026-12-20'],
  ['Mon to Wed next week', '2026-12-14/2026-12-16'],
  ['Black Friday weekend', '2026-11-27/2026-11-29'],
  ['quick one before the next lot', 1],
  ['the first two weeks of November', '2026-11-01/2026-11-14'],
  ['the last ten days of October', '2026-10-22/2026-10-31'],
  ['the first ten days of next year', 'no_such_date'],
  ['the first week of the month before', 'not_understood'],
  ['since the end of October', '2026-11-01/2026-12-08'],
  ['the last full month', '2026-11-01/2026-11-30'],
  ['the month just ended', '2026-11-01/2026-11-30'],
  ['classes last yr', '2025-01-01/2025-12-31'],
  ['Mon–Thu', [1, 2, 3, 4]],
  ['at 1845 tonight', '18:45', '2026-12-08/2026-12-08'],
  ['the 6 30 lot', '06:30,18:30'],
  ['over 1200 people', 1200],
  ['down by 1500 or 500', 1500, 500],
  ['more than 2,000 in October', 2000, '2026-10-01/2026-10-31'],
  ['by fill rate, best first, November', '2026-11-01/2026-11-30'],
  ['weekly profit 2 nov onwards', '2026-11-02/2026-12-08'],
  ['under a grand', 1000],
  ['in double figures', 10],
  ['one fifth of the bookings', 0.2],
  ['between 8 and 12 heads', 8, 12],
  ['bens rides this month', 'ben-carter', rides, '2026-12-01/2026-12-08'],
  ['Maya. Last week. Total heads.', 'maya-okafor', '2026-11-30/2026-12-06'],
  ['on 31 October and 1 November', '2026-10-31/2026-11-01'],
  ['on 1 November and 8 November', 'not_understood'],
  ['on 31 November and 1 December', 'not_understood'],
  ['on Good Friday', 'not_understood'],
  ['attendance from 24.11. to 27.11., each day', '2026-11-24/2026-11-27'],
  ['classes at 6.30.', '06:30,18:30'],
  ['revenue, first half nov', '2026-11-01/2026-11-15'],
  ['the Monday of previous week', '2026-11-30/2026-11-30'],
  ['on the twenty-first of November, how many came that Saturday', '2026-11-21/2026-11-21'],
  ['seats sat empty in November', '2026-11-01/2026-11-30'],
  ['best week so far'],
  ['who grew these last weeks', '2026-10-28/2026-12-08'],
  ['good morning, heads in November', '2026-11-01/2026-11-30'],
  ['yoga the Sunday before last', expect.stringContaining('Yoga'), '2026-11-29/2026-11-29'],
  ['from 1 November up to and including yesterday', '2026-11-01/2026-12-07'],
  ['the four weeks up to and including Sunday', '2026-11-09/2026-12-06'],
  ['bookings for tonights rides', '2026-12-08/2026-12-08', rides],
  ['for my Monday sheet, last week', '2026-11-30/2026-12-06'],
  ['for the last full calendar week', '2026-11-30/2026-12-06'],
  ['no shows lastweek', '2026-11-30/2026-12-06'],
  ['Black Friday week', '2026-11-23/2026-11-29'],
  ['boxing on tuesday last', 'Boxing Basics', '2026-12-01/2026-12-01'],
  ['day by day, fortnight 16 to 29 November', '2026-11-16/2026-11-29'],
  ['by month since inception', '2021-12-09/2026-12-08'],
  ['they have all been moaning'],
  ['bare empty bikes'],
  ['who was runner-up in respect of bookings'],
  ['in the week before last', '2026-11-23/2026-11-29'],
  ['yoga since start nov', expect.stringContaining('Yoga'), '2026-11-01/2026-12-08'],
  ['the first seven of November', '2026-11-01/2026-11-07'],
  ['the last weekend of November', '2026-11-28/2026-11-29'],
  ['for the fortnight up to and including Sunday', '2026-11-23/2026-12-06'],
  ['who lifts a slot'],
  ['the best week of November', '2026-11-01/2026-11-30'],
  ['the week of 16 November', '2026-11-16/2026-11-22'],
  ['classes starting 6 pm or later yesterday', '18:00,23:59', '2026-12-07/2026-12-07'],
  ['on Thursday, 12/10', '2026-12-10/2026-12-10'],
  ['on Monday 31/2', 'no_such_date'],
  ['the weekend crowd in November', [6, 7], '2026-11-01/2026-11-30'],
  ['bums on bikes', 'spin'],
  ['new bikes for the weights floor', 'weights'],
])('%s', (text, ...expected) => {
  expect(marksOf(text).map(read)).toEqual(expected);
});
