/** Figures and dates in words. */

import { expect, it } from 'vitest';
import { figure } from '../../../ask/answers/values.ts';
import { money, percent, rangeText } from '../../../ask/answers/wording.ts';

it.each([
  [percent(0.83472), '83.5%'],
  [percent(1.1), '110%'],
  [percent(null), 'unknown'],
  [percent(0.5805), '58.1%'],
  [money(1204.5, 'GBP'), '£1,204.50'],
  [money(1204.5, null), '1,204.5'],
  [money(null, 'GBP'), 'unknown'],
  [rangeText({ from: '2026-11-18', to: '2026-11-18' }, '2026-11-18'), 'today (Wed 18 Nov 2026)'],
  [rangeText({ from: '2026-11-19', to: '2026-11-19' }, '2026-11-18'), 'tomorrow (Thu 19 Nov 2026)'],
  [rangeText({ from: '2026-11-01', to: '2026-11-01' }, '2026-11-18'), 'on Sun 1 Nov 2026'],
  [rangeText({ from: '2026-11-09', to: '2026-11-15' }, ''), 'from Mon 9 Nov to Sun 15 Nov 2026'],
  [
    rangeText({ from: '2025-12-29', to: '2026-01-04' }, ''),
    'from Mon 29 Dec 2025 to Sun 4 Jan 2026',
  ],
])('%s', (text, expected) => {
  expect(text).toBe(expected);
});

it.each([
  ['roster', 8, '8 no-shows'],
  ['net', 8, 'at least 8 no-shows'],
  ['mixed', 1, 'at least 1 no-show'],
  ['net', 0, '0 no-shows'],
] as const)('no-shows by %s: %i are “%s”', (basis, no_shows, text) => {
  const row = { no_shows, n: { no_shows: 3 }, of: 3, basis: { no_shows: basis } };
  expect(figure('no_shows', row, null)).toBe(text);
});
