import { expect, it } from 'vitest';
import { ask, queryOf } from '../asking.ts';

const yesterday = { measures: ['attended'], from: '2026-11-17', to: '2026-11-17' };

it.each([
  ['in the morning', ['part_of_day', 'is', ['morning']]],
  ['at lunchtime', ['start_time', 'between', ['11:00', '13:59']]],
  ['in the afternoon', ['part_of_day', 'is', ['afternoon']]],
  ['in the evening', ['part_of_day', 'is', ['evening']]],
  ['after 6pm', ['start_time', 'between', ['18:00', '23:59']]],
  ['after 6', ['start_time', 'between', ['18:00', '23:59']]],
  ['before 9', ['start_time', 'between', ['00:00', '08:59']]],
  ['at 18:30', ['start_time', 'is', ['18:30']]],
  ['at 6.30', ['start_time', 'is', ['18:30']]],
  ['at 06:30', ['start_time', 'is', ['06:30']]],
  ['at 7am', ['start_time', 'is', ['07:00']]],
  ['between 5 and 8pm', ['start_time', 'between', ['17:00', '20:00']]],
  ['from 9:00 to 12:00', ['start_time', 'between', ['09:00', '12:00']]],
  ['tonight after 8', ['start_time', 'between', ['20:00', '23:59']]],
])('attendance yesterday %s', async (when, filter) => {
  const text = when.startsWith('tonight') ? `what is on ${when}` : `attendance yesterday ${when}`;
  expect(await queryOf(text)).toMatchObject({ where: expect.arrayContaining([filter]) });
});

it('is beside the days', async () => {
  expect(await queryOf('attendance yesterday in the evening')).toEqual({
    ...yesterday,
    where: [['part_of_day', 'is', ['evening']]],
  });
});

it('says what a time without am or pm was taken for', async () => {
  expect(await ask('attendance at 6.30')).toMatchObject({ assumed: ['Took 6:30 as 18:30.'] });
});
