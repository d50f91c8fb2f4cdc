import { expect, it } from 'vitest';
import { told } from '../../../../ask/answers/wording.ts';

it.each([
  ['roster', 8, '8 no-shows'],
  ['net', 8, 'at least 8 no-shows'],
  ['mixed', 1, 'at least 1 no-show'],
  ['net', 0, '0 no-shows'],
] as const)('no-shows by %s: %i are “%s”', (basis, no_shows, text) => {
  const row = { no_shows, n: { no_shows: 3 }, of: 3, basis: { no_shows: basis } };
  expect(told('no_shows', row, null)).toBe(text);
});
