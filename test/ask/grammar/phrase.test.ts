import { expect, it } from 'vitest';
import { phraseOf } from '../../../ask/grammar/phrase.ts';
import type { AskQuery } from '../../../ask/query.ts';
import type { QueryFilter } from '../../../gym/figures/query.ts';
import { queryOf, surroundings } from './asking.ts';

const days = { from: '2026-10-08', to: '2026-11-18' };

const QUERIES: readonly AskQuery[] = [
  { measures: ['attended'], by: ['week'], ...days },
  { measures: ['no_shows'], by: ['weekday'], where: [['trainer', 'is', ['anna-petrova']]] },
  { measures: ['fill_rate'], where: [['class', 'is', ['Power Ride']]], ...days },
  { measures: ['fill_rate'], by: ['series'], having: [['fill_rate', '>', 0.9]] },
  { measures: ['revenue', 'cost', 'profit'], by: ['room'], ...days },
  { measures: ['attended'], by: ['room'], where: [['weekday', 'is_not', ['sunday']]] },
  {
    measures: ['average_attendance'],
    by: ['trainer'],
    where: [['part_of_day', 'is', ['evening']]],
  },
  { measures: ['no_show_rate'], by: ['trainer'], having: [['no_show_rate', '>', 0.05]] },
  { measures: ['profit_per_class'], by: ['class'] },
  { measures: ['booked'], where: [['room', 'is', ['yoga']]], from: '2026-11-18', to: '2026-11-18' },
  {
    measures: ['attended'],
    from: '2026-11-01',
    to: '2026-11-18',
    compare: { from: '2026-10-01', to: '2026-10-18' },
  },
  { report: 'occupancy', where: [] },
  { report: 'occupancy', where: [['room', 'is', ['spin']]] },
  { report: 'timetable', from: '2026-11-18', to: '2026-11-19', where: [], next: false },
];

/** Asked as a query or by a model: the grammar may not read it back, but it says what it is. */
it.each<[QueryFilter, string]>([
  [['verdict', 'is', ['unprofitable', 'dead']], ', classes to cut'],
  [['verdict', 'is', ['full', 'healthy']], ', full or healthy classes'],
  [['verdict', 'is_not', ['dead', 'unprofitable']], ', except dead or unprofitable classes'],
  [['substitute', 'is', [false]], ' except by a substitute'],
  [['substitute', 'is_not', [false]], ' by a substitute'],
  [['quality', 'is', [null]], ' with quality none'],
  [['trainer', 'is', [null]], ' with none'],
  [['hour', 'between', [6, 9]], ' with hour between 6 and 9'],
])('the filter %j is said as “%s”', (filter, text) => {
  expect(phraseOf({ measures: ['attended'], where: [filter] }, surroundings())).toBe(
    `Attendance${text}?`,
  );
});

it('a later page is not said as the first', () => {
  const page = { measures: ['attended'], by: ['series'], limit: 10, offset: 10 } as const;
  expect(phraseOf(page, surroundings())).toBe('Attendance by class, rows 11 to 20, highest first?');
});

it('capitals are no currency: “TOP 5” is a rank, “under CHF 50” an amount', async () => {
  expect(await queryOf('TOP 5 CLASSES BY FILL')).toEqual(await queryOf('top 5 classes by fill'));
  expect(await queryOf('Profit by class with profit under CHF 50')).toMatchObject({
    having: [['profit', '<', 50]],
  });
  expect(await queryOf('Profit by class with profit under −£100')).toMatchObject({
    having: [['profit', '<', -100]],
  });
});

it.each(QUERIES.map((query) => [phraseOf(query, surroundings()), query] as const))(
  '%s is read back',
  async (text, query) => {
    expect(await queryOf(text)).toEqual(query);
  },
);
