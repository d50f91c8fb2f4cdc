import { expect, it } from 'vitest';
import { queryOf } from '../asking.ts';

const attended = { measures: ['attended'] };

it.each<[string, object, string]>([
  ['may I see attendance', attended, 'no month'],
  ['attendance in May', { ...attended, from: '2026-05-01', to: '2026-05-31' }, 'a month'],
  [
    'attendance for the last couple of weeks',
    { ...attended, from: '2026-11-05', to: '2026-11-18' },
    'two',
  ],
  [
    'busiest day of the week',
    { ...attended, by: ['weekday'], order: [['attended', 'desc']], limit: 1 },
    'no week in particular',
  ],
  [
    'attendance at Friday classes',
    { ...attended, where: [['weekday', 'is', ['friday']]] },
    'every Friday',
  ],
  [
    'attendance on Friday evening',
    {
      ...attended,
      from: '2026-11-13',
      to: '2026-11-13',
      where: [['part_of_day', 'is', ['evening']]],
    },
    'one Friday',
  ],
  [
    'did more people come this week than last',
    {
      ...attended,
      from: '2026-11-16',
      to: '2026-11-18',
      compare: { from: '2026-11-09', to: '2026-11-15' },
    },
    'the week before',
  ],
])('%s', async (text, query) => {
  expect(await queryOf(text)).toEqual(query);
});
