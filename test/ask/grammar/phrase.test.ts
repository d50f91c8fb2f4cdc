import { expect, it } from 'vitest';
import { phraseOf } from '../../../ask/grammar/phrase.ts';
import type { AskQuery } from '../../../ask/query.ts';
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

it.each(QUERIES.map((query) => [phraseOf(query, surroundings()), query] as const))(
  '%s is read back',
  async (text, query) => {
    expect(await queryOf(text)).toEqual(query);
  },
);
