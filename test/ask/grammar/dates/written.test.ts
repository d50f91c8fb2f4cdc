import { expect, it } from 'vitest';
import { ask } from '../asking.ts';

it.each([
  ['attendance from 28 December to 3 January', '2025-12-28', '2026-01-03', 'over the new year'],
  ['attendance from October to 5 November', '2026-10-01', '2026-11-05', 'a month begins a range'],
  ['attendance two weeks before 8 November', '2026-10-25', '2026-11-07', 'the day is left out'],
  ['attendance a fortnight from 2 November', '2026-11-02', '2026-11-15', 'from a day on'],
  ['timetable from today to Friday', '2026-11-18', '2026-11-20', 'the timetable looks ahead'],
])('%s: %s to %s, %s', async (text, from, to) => {
  expect(await ask(text)).toMatchObject({ query: { from, to } });
});

it('holds a day against another, where “to” is no end of a range', async () => {
  expect(await ask('how did yesterday compare to 3 November')).toMatchObject({
    query: { compare: { from: '2026-11-03', to: '2026-11-03' } },
  });
});
