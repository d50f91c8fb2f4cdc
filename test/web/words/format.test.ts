/** Figures as readers see them: unknown is a dash, dates have no zone of the reader. */

import { expect, it } from 'vitest';
import {
  age,
  date,
  dates,
  list,
  money,
  number,
  percent,
  points,
  range,
} from '../../../web/words/format.ts';

it('writes unknown as a dash and zero as zero', () => {
  expect([number, percent].map((write) => write(null))).toEqual(['–', '–']);
  expect([number(0), percent(0), money(null, 'GBP')]).toEqual(['0', '0%', '–']);
});

it('rounds half a percent up, as a spreadsheet does', () => {
  expect([0.575, 0.285, 0.5749].map(percent)).toEqual(['58%', '29%', '57%']);
});

it('writes money with its currency, and large sums without pence', () => {
  expect(money(19.5, 'GBP')).toBe('£19.50');
  expect(money(-19.5, 'GBP')).toBe('−£19.50');
  expect(money(1_234_567.89, 'GBP')).toBe('£1,234,568');
  expect(money(1_000, 'JPY')).toBe('JP¥1,000');
  expect(money(5, null)).toBe('5.00');
});

it('writes dates as they stand, whatever the zone of the reader', () => {
  expect(date('2026-03-29')).toBe('Sunday 29 March');
  expect(date('2026-11-23', 'short')).toBe('Mon 23 Nov');
  expect(dates('2026-11-16', '2026-11-22')).toBe('16–22 Nov');
  expect(dates('2026-11-30', '2026-12-06')).toBe('30 Nov – 6 Dec');
});

it('writes ranges, differences, ages and lists', () => {
  expect([range(15, 17), range(4, 4)]).toEqual(['15–17', '4']);
  expect([range(14, null), range(null, null)]).toEqual(['14 or more', null]);
  expect([points(0.034), points(-0.01), points(0)]).toEqual(['+3 points', '−1 point', '±0 points']);
  expect([age(4), age(90), age(7_200), age(400_000)]).toEqual(['4 s', '2 min', '2 h', '5 days']);
  expect([list([]), list(['a']), list(['a', 'b', 'c'])]).toEqual(['', 'a', 'a, b and c']);
});
