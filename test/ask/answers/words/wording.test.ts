/** Figures and dates in words. */

import { expect, it } from 'vitest';
import {
  classes,
  daysIn,
  daysText,
  full,
  money,
  percent,
  points,
  pointsBeside,
  rangeText,
} from '../../../../ask/answers/wording.ts';

it.each([
  [percent(0.83472), '83.5%'],
  [percent(1.1), '110%'],
  [percent(null), 'unknown'],
  [full(null), 'of unknown fill'],
  [points(0.03), '3 points up'],
  [points(-0.01), '1 point down'],
  [points(0.0001), 'unchanged'],
  [points(0.0055), '0.6 points up'],
  [percent(0.5805), '58.1%'],
  [pointsBeside(-0.0766), '7.7 points lower'],
  [pointsBeside(0), 'the same'],
  [daysText({ from: '2026-11-16', to: '2026-11-16' }), '16 Nov 2026'],
  [daysText({ from: '2026-10-08', to: '2026-11-18' }), '8 Oct – 18 Nov 2026'],
  [daysText({ from: '2025-12-29', to: '2026-01-04' }), '29 Dec 2025 – 4 Jan 2026'],
  [classes(1), '1 class'],
  [classes(1204), '1,204 classes'],
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
  [String(daysIn({ from: '2026-03-01', to: '2026-03-31' })), '31'],
])('%s', (told, expected) => {
  expect(told).toBe(expected);
});
