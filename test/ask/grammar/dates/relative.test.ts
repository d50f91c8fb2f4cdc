import { expect, it } from 'vitest';
import { ask } from '../asking.ts';

it.each([
  ['a month ago', '2026-10-18', 'Took 18 October 2026.'],
  ['this time last week', '2026-11-11', 'Looked at the whole of 11 November 2026.'],
])('attendance %s: %s, and says so', async (when, date, note) => {
  expect(await ask(`attendance ${when}`)).toMatchObject({ query: { date }, assumed: [note] });
});

it('goes as far into the time before', async () => {
  expect(await ask('this month vs the same point last month')).toMatchObject({
    query: {
      from: '2026-11-01',
      to: '2026-11-18',
      other_from: '2026-10-01',
      other_to: '2026-10-18',
    },
  });
});

it('does not take a piece of a year for the whole', async () => {
  expect(await ask('attendance in 2024')).toMatchObject({
    reason: 'no_such_date',
    message: expect.stringContaining('42 days'),
  });
});
