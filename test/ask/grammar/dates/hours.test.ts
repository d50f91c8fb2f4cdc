import { expect, it } from 'vitest';
import { ask, queryOf } from '../asking.ts';

const yesterday = { report: 'attendance', from: '2026-11-17', to: '2026-11-17' };

it.each([
  ['in the morning', 5, 12],
  ['at lunchtime', 11, 14],
  ['in the afternoon', 12, 17],
  ['in the evening', 17, 24],
  ['after 6pm', 18, 24],
  ['after 6', 18, 24],
  ['before 9', 0, 9],
  ['at 18:30', 18, 19],
  ['at 6.30', 18, 19],
  ['at 06:30', 6, 7],
  ['at 7am', 7, 8],
  ['between 5 and 8pm', 17, 20],
  ['from 9:00 to 12:00', 9, 12],
  ['between 17:00 and 24:00', 17, 24],
  ['in the evening before 8pm', 17, 20],
])('attendance yesterday %s: [%i, %i)', async (when, from_hour, to_hour) => {
  expect(await queryOf(`attendance yesterday ${when}`)).toEqual({
    ...yesterday,
    from_hour,
    to_hour,
  });
});

it('does not take parts of the day that exclude each other', async () => {
  expect(await ask('morning vs evening attendance')).toMatchObject({ reason: 'not_understood' });
});
