/** Questions that were once read as other ones without a word: each is read as it is meant, or asked back. */

import { expect, it } from 'vitest';
import { ask, queryOf } from './asking.ts';

it.each([
  [
    'Top 3 trainers on fill rate, only those who taught more than 15 classes',
    { by: ['trainer'], having: [['held', '>', 15]], limit: 3 },
  ],
  [
    'which classes lost more than 100',
    { having: [['profit', '<', -100]], order: [['profit', 'asc']] },
  ],
  ["Did Anna's classes make money by week", { by: ['week'], measures: ['profit'] }],
  ['how many evening classes did we have last week', { measures: ['held'] }],
  ['how many grade A sessions did we have', { measures: ['held'] }],
  ['what was cancelled last week', { by: ['session'], having: [['cancelled', '>', 0]] }],
  ['which room has the smallest classes', { measures: ['average_attendance'], limit: 1 }],
  ['Average class size, Monday through Sunday', { by: ['weekday'] }],
  ['visitors by weekday since we opened in October', { from: '2026-10-01', to: '2026-11-18' }],
  ['attendance in week 45', { from: '2026-11-02', to: '2026-11-08' }],
  ['the eleventh busiest class', { limit: 1, offset: 10 }],
  ["everyone's no-show rate bar Anna's", { by: ['trainer'] }],
  [
    'classes over 90% full that also have a waiting list',
    {
      having: [
        ['fill_rate', '>', 0.9],
        ['waitlisted', '>', 0],
      ],
    },
  ],
  ['how many booked and then did not bother turning up', { measures: ['no_shows'] }],
  ['visits Nov 1-17 against Oct 1-17', { from: '2026-11-01', compare: { from: '2026-10-01' } }],
  ['utilisation for October, all rooms combined', { measures: ['fill_rate'], from: '2026-10-01' }],
  ['how many classes ran over capacity this month', { measures: ['over_capacity'] }],
  ['Mondays vs Wednesdays, who has better fill', { by: ['weekday'] }],
  ['how many open spots did we end up with last week', { measures: ['empty_seats'] }],
  ['in which weekday we have less people', { order: [['attended', 'asc']], limit: 1 }],
  ['count of over-full classes last month', { measures: ['over_capacity'] }],
  [
    'yesterday compared with Tuesday: number of people',
    { from: '2026-11-17', compare: { from: '2026-11-10', to: '2026-11-10' } },
  ],
  ['list the five days with the highest takings', { by: ['day'], limit: 5 }],
  ['tell me whether Vinyasa Flow is growing', { measures: ['trend'] }],
  [
    'average attendance by trainer, min 5 classes',
    { by: ['trainer'], having: [['sessions', '>=', 5]] },
  ],
  ['Weeks in which at least two classes were cancelled', { having: [['cancelled', '>=', 2]] }],
  ['Which classes lost more than £100 in October', { having: [['profit', '<', -100]] }],
  ['classes at or above 90%', { having: [['fill_rate', '>=', 0.9]] }],
  ['sessions with ten people or more', { by: ['session'], having: [['attended', '>=', 10]] }],
  [
    'classes with neither no-shows nor late cancels',
    {
      having: [
        ['no_shows', '<=', 0],
        ['late_cancels', '<=', 0],
      ],
    },
  ],
  [
    'classes that were full and had no-shows',
    {
      having: [
        ['fill_rate', '>=', 1],
        ['no_shows', '>', 0],
      ],
    },
  ],
  ['evening classes with a waitlist', { by: ['series'], having: [['waitlisted', '>', 0]] }],
  ['fill rate with the usual teacher', { where: [['substitute', 'is', [false]]] }],
  ['how many sessions were not cancelled', { where: [['status', 'is_not', ['cancelled']]] }],
  ['which trainers improved', { measures: ['trend'], order: [['trend', 'desc']] }],
  ['how many classes are weak', { by: ['series'], where: [['verdict', 'is', ['weak']]] }],
  ['cash from Saturday classes', { where: [['weekday', 'is', ['saturday']]] }],
  ['takings from yesterday', { from: '2026-11-17', to: '2026-11-17' }],
  ['the 3rd best class', { limit: 1, offset: 2 }],
  ['Sales of the Studio on 9 and 10 November', { from: '2026-11-09', to: '2026-11-10' }],
  ['revenue for 3 months', { measures: ['revenue'], from: '2026-08-21', to: '2026-11-18' }],
  [
    'yesterday vs same day last week: attendance',
    { from: '2026-11-17', compare: { from: '2026-11-10', to: '2026-11-10' } },
  ],
  [
    'attendance of the last 7 days and of the 7 before compared',
    { from: '2026-11-12', compare: { from: '2026-11-05', to: '2026-11-11' } },
  ],
  ['attendance starting last Monday', { from: '2026-11-16', to: '2026-11-18' }],
  ['attendance from last week until today', { from: '2026-11-09', to: '2026-11-18' }],
  [
    'attendance on weekdays by class',
    {
      by: ['series'],
      where: [['weekday', 'is', ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']]],
    },
  ],
  [
    'attendance between 6 and 7 in the evening by class',
    { by: ['series'], where: [['start_time', 'between', ['18:00', '19:00']]] },
  ],
  [
    'attendance 6pm to close',
    { measures: ['attended'], where: [['start_time', 'between', ['18:00', '23:59']]] },
  ],
  ['how many bookings were cancelled late', { measures: ['late_cancels'] }],
  [
    'revenue of the last 2 weeks against the 4 weeks before',
    { from: '2026-11-05', compare: { from: '2026-10-08', to: '2026-11-04' } },
  ],
  ['who taught on Friday and how many came', { measures: ['attended'], by: ['trainer'] }],
  ['How often did we have more people than places in a class', { measures: ['over_capacity'] }],
  ['Utilisation, weeks down the side and rooms across the top', { by: ['week', 'room'] }],
])('%s', async (question, query) => {
  expect(await queryOf(question)).toMatchObject(query);
});

it.each([
  'trainers in more than 2 rooms',
  'trainers with more than 3 classes that are full',
  'attendance but Mondays',
  'classes with no-shows or late cancels',
  'classes over 90% full or with a waitlist',
  'classes that are usually full',
  'which rooms increased revenue',
  'attendance this week vs last week vs the week before',
  'revenue of the last 10 days against the 3 before',
  'did anyone cover for Anna',
  '45 min classes fill rate',
  'revenue per hour',
  'past 5 Power Ride classes attendance',
  'October mornings vs November evenings',
  'how does Anna compare',
  'revenue on 9 and 14 November',
  'am I teaching tomorrow',
  'classes down more than 10%',
  'days with more than 3 classes over 90% full',
  'attendance by class between 6 and 8',
  'attendance at peak times',
  'compare weekdays with weekends on revenue',
  'revenue by quarter',
  'which classes lost more than 10 people',
  'the second and third busiest rooms',
])('%s is asked back', async (question) => {
  expect((await ask(question)).kind).not.toBe('query');
});

it('what a follow-up of no-shows costs is asked back', async () => {
  const reading = await ask('how much did that cost', { prev: ['How many no-shows last week'] });
  expect(reading.kind).not.toBe('query');
});

it.each([
  ['half five in the afternoon', ['17:30']],
  ['half 7 in the morning', ['07:30']],
  ['ten past six in the evening', ['18:10']],
])('tomorrow at %s', async (time, values) => {
  const query = await queryOf(`who is teaching tomorrow at ${time}`);
  expect(query).toMatchObject({ report: 'timetable', where: [['start_time', 'is', values]] });
});

it('a date of the timetable without a year is the nearest one', async () => {
  expect(await queryOf('do we have classes on boxing day')).toMatchObject({ from: '2026-12-26' });
  expect(await queryOf('revenue on 5 january')).toMatchObject({ from: '2026-01-05' });
});

it('of two words as near the one that stands in a name next to the other is meant', async () => {
  expect(await queryOf('lunch lft attendance')).toMatchObject({
    where: [['class', 'is', ['Lunch Lift']]],
  });
});
