/** Words that another word once set aside: each has its part in the query, or the question is not answered. */

import { describe, expect, it } from 'vitest';
import { ask, queryOf } from './asking.ts';

describe('a figure beside a state or an event', () => {
  it.each([
    ['capacity of empty classes', ['capacity', 'fill_rate'], [['fill_rate', '<=', 0]]],
    [
      'How many people were in the full classes',
      ['attended', 'fill_rate'],
      [['fill_rate', '>=', 1]],
    ],
    [
      'attendance of classes over capacity',
      ['attended', 'over_capacity'],
      [['over_capacity', '>', 0]],
    ],
    ['capacity of classes with a waitlist', ['capacity', 'waitlisted'], [['waitlisted', '>', 0]]],
    [
      'sessions with over 15 people and no waitlist',
      ['attended', 'waitlisted'],
      [
        ['attended', '>', 15],
        ['waitlisted', '<=', 0],
      ],
    ],
  ])('%s', async (question, measures, having) => {
    const query = await queryOf(question);
    expect(query).toMatchObject({ having });
    expect(new Set((query as { measures: string[] }).measures)).toEqual(new Set(measures));
  });
});

it.each([
  ['Bookings, no-shows by class', { measures: ['booked', 'no_shows'], by: ['series'] }],
  ['How many people and how much revenue did we have', { measures: ['attended', 'revenue'] }],
  ['revenue per visit per class', { measures: ['revenue_per_visit'], by: ['series'] }],
  ['how often was Power Ride full', { by: ['session'], having: [['fill_rate', '>=', 1]] }],
  ['by room and month: revenue', { by: ['room', 'month'] }],
  ['How profitable are our early classes in the morning', { measures: ['profit'] }],
  ['Is the no-show rate going down?', { measures: ['no_show_rate'], by: ['week'] }],
  [
    'what each coach brought in last week and what was left after costs',
    { measures: ['revenue', 'profit'], by: ['trainer'] },
  ],
  ['earnings by trainer, after costs', { measures: ['profit'], by: ['trainer'] }],
  [
    'morning, afternoon and evening attendance last week',
    { where: [['part_of_day', 'is', ['morning', 'afternoon', 'evening']]] },
  ],
  [
    'attendance with Hatha Yoga and Slow Flow left out',
    { where: [['class', 'is_not', ['Hatha Yoga', 'Slow Flow']]] },
  ],
  [
    'how full are we on every day but sunday',
    { measures: ['fill_rate'], where: [['weekday', 'is_not', ['sunday']]] },
  ],
  [
    'Late cancels by mon/wed/fri',
    { by: ['weekday'], where: [['weekday', 'is', ['monday', 'wednesday', 'friday']]] },
  ],
  ['no-shows among classes with a waitlist', { having: [['waitlisted', '>', 0]] }],
  ['do subs get fewer people than the regular trainers', { by: ['substitute'] }],
  ['who teaches the most', { measures: ['sessions'], by: ['trainer'] }],
  ['bookings for tomorrow and Friday', { where: [['weekday', 'is', ['friday']]] }],
])('%s keeps all of its words', async (question, part) => {
  const reading = await ask(question);
  if (reading.kind === 'query') expect(reading.query).toMatchObject(part);
  else expect(reading.kind).toBe('unclear');
});

it.each([
  'Top class each week',
  'How many visitors a day do we get on average',
  'How much profit do we make per visit?',
  'bookings of cancelled classes',
  'predict the bookings of next week',
  'off-peak attendance',
  'How many people under 30 came last week',
  'cancel the 6pm class',
  'show me attendance for the latest Power Ride',
  'how many classes ran only once',
  'what is the range of attendance for HIIT 45',
  'average attendance per trainer on days with more than 100 visits',
  'what share of visits are in the morning',
  'Anna against everyone else, fill rate',
  'do we have too many classes on Friday',
  'what would revenue be if every class was full',
  'what does one spin class cost us',
  'average daily attendance',
  'what changed last week',
  'how many on the weights floor now vs this time yesterday',
])('%s is not answered', async (question) => {
  expect((await ask(question)).kind).toBe('unclear');
});

it.each([
  ['who is in right now', 'occupancy'],
  ['is anybody in the spin room?', 'occupancy'],
  ['how many people are currently training', 'occupancy'],
  ['what class is on now', 'timetable'],
  ['are the weights busy', 'occupancy'],
  ['What has Ben got on next weekend?', 'timetable'],
  ['is Ben working on Friday?', 'timetable'],
  ["who's got the 7am tomorrow?", 'timetable'],
  ['what classes have we got on Thursday morning', 'timetable'],
  ['who is teaching right now', 'timetable'],
])('%s: %s', async (question, report) => {
  expect(await queryOf(question)).toMatchObject({ report });
});

it.each([
  ['no-shows for Tom in October', 'for all trainers', { by: ['trainer'], from: '2026-10-01' }],
  ['attendance by room last week', 'break it down by weekday too', { by: ['room', 'weekday'] }],
  ['attendance by room last week', 'also no-shows', { measures: ['attended', 'no_shows'] }],
  [
    'Fill rate by class last week',
    'add the no-show rate',
    { measures: ['fill_rate', 'no_show_rate'] },
  ],
  ['which classes are under 50% full', 'and no-shows?', { having: [['fill_rate', '<', 0.5]] }],
])('after “%s”, “%s” keeps what was asked before', async (before, question, part) => {
  const query = await queryOf(question, { prev: [before] });
  expect(query).toMatchObject(part);
  expect(JSON.stringify(query)).not.toContain('tom-ashworth');
});

it.each(['for everyone', 'who teaches them'])(
  'after a ranking “%s” is asked back',
  async (question) => {
    const reading = await ask(question, { prev: ['which classes are under 50% full'] });
    expect(reading.kind).toBe('unclear');
  },
);
