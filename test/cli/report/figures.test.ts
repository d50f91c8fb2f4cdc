/** Figures of reports in words. */

import { describe, expect, it } from 'vitest';
import {
  classes,
  count,
  dates,
  estimate,
  money,
  paysFrom,
  points,
  pointsText,
  reasons,
} from '../../../cli/report/figures.ts';

describe('a figure', () => {
  it.each([
    [classes(1), '1 class'],
    [classes(0), '0 classes'],
    [count(null, 'person', 'people'), '– people'],
    [pointsText(0.01), '+1 point'],
    [pointsText(-0.012), '-1 point'],
    [pointsText(0), '0 points'],
    [pointsText(-0.11), '-11 points'],
    [points(-0.001), '0'],
    [points(null), '–'],
  ])('is in the singular for one and has its sign: %s', (text, expected) => {
    expect(text).toBe(expected);
  });

  it('that was estimated stands with its range, and of check-ins is a lower bound', () => {
    expect(estimate(12, 11, 13)).toBe('12 (11–13)');
    expect(estimate(12, 12, 12)).toBe('12');
    expect(estimate(8, 8, null)).toBe('8+');
    expect(estimate(null, null, null)).toBe('–');
  });

  it('that no attendance reaches is never, which is not unknown', () => {
    expect(paysFrom(7, null)).toBe('7');
    expect(paysFrom(15, 'above_capacity')).toBe('15');
    expect(paysFrom(null, 'no_margin')).toBe('never');
    expect(paysFrom(null, 'cost_unknown')).toBe('–');
  });

  it('of money has the digits of its currency, and none is made up', () => {
    expect(money(1234.5, 'GBP')).toBe('£1,234.50');
    expect(money(1234, 'JPY')).toBe('¥1,234');
    expect(money(1234.5, null)).toBe('1234.50');
    expect(money(null, 'GBP')).toBe('–');
  });
});

it('a day is not written twice', () => {
  expect(dates({ from: '2026-11-20', to: '2026-11-20' })).toBe('2026-11-20');
  expect(dates({ from: '2026-11-14', to: '2026-11-20' })).toBe('2026-11-14 to 2026-11-20');
});

it('codes are words', () => {
  expect(reasons(['no_show_alert', 'checked_in_only'])).toBe('no-show alert, checked in only');
});
