/** What is counted is what was named; what nobody counts is said. Weekdays, rooms and changes too. */

import { it } from 'vitest';
import { type Expected, expectReading, LAST_WEEK, USUAL } from './expected.ts';

it.each<[string, Expected]>([
  ['quiet classes', { report: 'ranking', by: 'fill_rate', order: 'lowest', limit: 8, ...USUAL }],
  [
    'attendance last week by trainer',
    { report: 'trainers', by: 'attended', order: 'highest', ...LAST_WEEK },
  ],
  ['how many empty places last week', { report: 'attendance', ...LAST_WEEK }],
  ['unused spots in HIIT 45', { report: 'class', class: 'HIIT 45', ...USUAL }],
  ['unused bookings last week', { report: 'no_shows', ...LAST_WEEK }],
  ['what is the capacity of the studio', 'not_known_here'],
  ['how many rooms do we have', 'not_known_here'],
  ['how many trainers do we have', 'not_known_here'],
  [
    'how did Miss Petrova do last week',
    { report: 'trainer', trainer: 'anna-petrova', ...LAST_WEEK },
  ],
  ['members who miss classes', { report: 'no_shows', ...USUAL }],
  ['dead classes on Friday', 'not_known_here'],
  ['what should I cut on Monday', 'not_known_here'],
  ['cancel Low Impact', 'not_known_here'],
  ['please move Power Ride to Friday', 'not_known_here'],
  ['Should I cancel Low Impact?', { report: 'class', class: 'Low Impact', ...USUAL }],
  [
    'when are saturdays quiet',
    { report: 'hours', weekday: 6, by: 'attended', order: 'lowest', ...USUAL },
  ],
  [
    'classes at noon',
    {
      report: 'schedule',
      from: '2026-11-18',
      to: '2026-11-19',
      from_hour: 12,
      to_hour: 13,
    },
  ],
])('%s', async (text, expected) => {
  await expectReading(text, expected);
});

it.each([
  ['the other one', ['How did Anna do last week?']],
  ['and?', ['How did Anna do last week?']],
])('“%s” after %j: says that it was not understood', async (text, prev) => {
  await expectReading(text, 'not_understood', prev);
});
