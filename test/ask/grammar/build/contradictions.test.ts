/** Queries that nothing can be of are refused: the words were read in a way that was not meant. */

import { expect, it } from 'vitest';
import { contradictionOf } from '../../../../ask/grammar/build/contradictions.ts';
import { emptyDraft } from '../../../../ask/grammar/build/draft.ts';
import { ask, queryOf } from '../asking.ts';

it.each([
  'attendance on mondays last saturday',
  'How did the Saturday classes do last Sunday',
  'no-shows on monday 16 november on tuesdays',
  'fill rate on weekdays last weekend',
  'classes with more than 20 and less than 10 people',
  'Anna on Mondays and Tom on Tuesdays, attendance',
  'attendance monday evenings and wednesday mornings',
])('%s is not answered', async (question) => {
  expect((await ask(question)).kind).toBe('unclear');
});

it.each([
  ['how many came on saturday and sunday mornings', ['saturday', 'sunday']],
  ['no-shows on tuesday or thursday evenings', ['tuesday', 'thursday']],
  ['revenue on friday and saturday nights', ['friday', 'saturday']],
  ['how many came on mondays and wednesday evening', ['monday', 'wednesday']],
])('%s: no day of the list is a date', async (question, days) => {
  const query = (await queryOf(question)) as Record<string, unknown>;
  expect(query['from']).toBeUndefined();
  expect(query['by']).toBeUndefined();
  expect(query['where']).toContainEqual(['weekday', 'is', days]);
});

it('a start outside its part of the day is refused, one within it is not', () => {
  const of = (start: string) =>
    contradictionOf({
      ...emptyDraft(),
      where: [
        ['part_of_day', 'is', ['evening']],
        ['start_time', 'is', [start]],
      ],
    });
  expect(of('06:00')).not.toBeNull();
  expect(of('18:30')).toBeNull();
});

it('a range of one week has every weekday', () => {
  const range = { from: '2026-11-09', to: '2026-11-15' };
  const where = [['weekday', 'is', ['sunday']]] as const;
  expect(contradictionOf({ ...emptyDraft(), range, where: [...where] as never })).toBeNull();
});
