import { expect, it } from 'vitest';
import { ask } from '../asking.ts';

it.each([
  ['the second week of November', '2026-11-08', '2026-11-14'],
  ['the first 10 days of October', '2026-10-01', '2026-10-10'],
  ['the last 5 days of October', '2026-10-27', '2026-10-31'],
  ['from Friday to Sunday', '2026-11-13', '2026-11-15'],
])('attendance %s: %s to %s', async (when, from, to) => {
  expect(await ask(`attendance ${when}`)).toMatchObject({ query: { from, to } });
});

it.each([
  ['on the first Monday of October', '2026-10-05'],
  ['on the last Friday of October', '2026-10-30'],
])('attendance %s: %s', async (when, date) => {
  expect(await ask(`attendance ${when}`)).toMatchObject({ query: { from: date, to: date } });
});
