/** A word that changes what is asked is never swallowed. */

import { it } from 'vitest';
import { type Expected, expectReading, LAST_WEEK, USUAL } from './expected.ts';

const ranking = (changes: object): Expected => ({
  report: 'ranking',
  ...USUAL,
  by: 'fill_rate',
  order: 'highest',
  limit: 8,
  ...changes,
});

it.each<[string, Expected]>([
  ['attendance every other Monday', 'not_understood'],
  ['attendance on alternate fridays', 'not_understood'],
  ['end of October revenue', 'not_understood'],
  ['how busy were we this time last week', { report: 'summary', date: '2026-11-11' }],
  ['attendance same day last week', { report: 'summary', date: '2026-11-11' }],
  ['classes with the best no-show rate', ranking({ by: 'no_show_rate', order: 'lowest' })],
  ['the least no-shows, which classes', ranking({ by: 'no_show_rate', order: 'lowest' })],
  ['least unprofitable classes', 'not_understood'],
  ['revenue per person last month', 'not_known_here'],
  ['average revenue per class', 'not_known_here'],
  ['profit per head', 'not_known_here'],
  ['top trainer by revenue', 'not_known_here'],
  ['who earns the most', 'not_known_here'],
  ['which instructors bring in the most money', 'not_known_here'],
  ['more popular classes', ranking({})],
  ['which classes are getting more popular', ranking({ by: 'trend' })],
  [
    'how many more people came last week than the week before',
    {
      report: 'compare_periods',
      ...LAST_WEEK,
      other_from: '2026-11-02',
      other_to: '2026-11-08',
    },
  ],
  [
    'how many more people came last month',
    {
      report: 'compare_periods',
      from: '2026-10-01',
      to: '2026-10-31',
      other_from: '2026-09-01',
      other_to: '2026-09-30',
    },
  ],
  ['which classes went down compared with last month', 'not_understood'],
  ['compare anna and anna', 'not_understood'],
])('%s', async (text, expected) => {
  await expectReading(text, expected);
});
