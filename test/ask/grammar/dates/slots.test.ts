import { expect, it } from 'vitest';
import { queryOf } from '../asking.ts';

it.each<[string, object, string]>([
  ['may I see attendance', { report: 'summary', date: '2026-11-18' }, 'no month'],
  ['attendance in May', { report: 'attendance', from: '2026-05-01', to: '2026-05-31' }, 'a month'],
  [
    'attendance for the last couple of weeks',
    { report: 'attendance', from: '2026-11-05', to: '2026-11-18' },
    'two',
  ],
  [
    'busiest day of the week',
    { report: 'hours', from: '2026-10-08', to: '2026-11-18', by: 'attended', order: 'highest' },
    'no week in particular',
  ],
  [
    'attendance at Friday classes',
    { report: 'attendance', from: '2026-10-08', to: '2026-11-18', weekday: 5 },
    'every Friday',
  ],
  [
    'attendance on Friday evening',
    { report: 'attendance', from: '2026-11-13', to: '2026-11-13', from_hour: 17, to_hour: 24 },
    'one Friday',
  ],
  [
    'did more people come this week than last',
    {
      report: 'compare_periods',
      from: '2026-11-16',
      to: '2026-11-18',
      other_from: '2026-11-09',
      other_to: '2026-11-15',
    },
    'the week before',
  ],
])('%s', async (text, query) => {
  expect(await queryOf(text)).toEqual(query);
});
