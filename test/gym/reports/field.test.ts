/** Figures are rounded once, as people expect. */

import { expect, it } from 'vitest';
import { moneyIn, rounded, roundedRate } from '../../../gym/reports/field.ts';

it('unknown stays unknown', () => {
  expect([roundedRate(null), rounded(null, 2), moneyIn('EUR')(null)]).toEqual([null, null, null]);
});

it.each([
  [2 / 3, 0.6667],
  [1.00005, 1.0001],
  [-0.00005, -0.0001],
  [-0.00001, 0],
  [1.25, 1.25],
])('a rate of %d is told as %d', (value, told) => {
  expect(roundedRate(value)).toBe(told);
});

it.each([
  ['EUR', 1_005, 1.01],
  ['EUR', -1_005, -1.01],
  ['EUR', 8_333, 8.33],
  ['JPY', 1_500, 2],
  ['KWD', 1_234, 1.234],
  // Four digits, of which thousandths know three.
  ['CLF', 1_234, 1.234],
  [null, 1_239, 1.24],
])('money in %s: %d thousandths are %d', (currency, milli, told) => {
  expect(moneyIn(currency)(milli)).toBe(told);
});
