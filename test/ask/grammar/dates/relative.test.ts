import { expect, it } from 'vitest';
import { ask } from '../asking.ts';

it.each([
  ['a month ago', '2026-10-18', 'Took 18 October 2026.'],
  ['this time last week', '2026-11-11', 'Looked at the whole of 11 November 2026.'],
])('attendance %s: %s, and says so', async (when, date, note) => {
  expect(await ask(`attendance ${when}`)).toMatchObject({
    query: { from: date, to: date },
    assumed: [note],
  });
});

it('goes as far into the time before', async () => {
  expect(await ask('attendance this month vs the same point last month')).toMatchObject({
    query: {
      from: '2026-11-01',
      to: '2026-11-18',
      compare: { from: '2026-10-01', to: '2026-10-18' },
    },
  });
});

it('takes whole years and quarters', async () => {
  const days = { from: '2024-01-01', to: '2024-12-31' };
  expect(await ask('attendance in 2024')).toMatchObject({ query: days });
  expect(await ask('attendance last quarter')).toMatchObject({
    query: { from: '2026-07-01', to: '2026-09-30' },
  });
});
