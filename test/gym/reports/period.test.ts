import { expect, test } from 'vitest';
import {
  daysIn,
  periodRange,
  rangeBefore,
  secondHalf,
  WINDOW_DAYS,
  windowRange,
} from '../../../gym/reports/period.ts';
import { gymView } from '../../support/gym-view.ts';

const view = gymView();

test('a day is today, a week the seven days that end today, or on another date', () => {
  expect(periodRange(view, 'day')).toEqual({ from: '2026-11-21', to: '2026-11-21' });
  expect(periodRange(view, 'week')).toEqual({ from: '2026-11-15', to: '2026-11-21' });
  expect(periodRange(view, 'week', '2028-03-01')).toEqual({ from: '2028-02-24', to: '2028-03-01' });
});

test('the window is 42 days with today, over changes of the clock and of the year', () => {
  expect(windowRange(view)).toEqual({ from: '2026-10-11', to: '2026-11-21' });
  expect(windowRange(view, '2027-01-10')).toEqual({ from: '2026-11-30', to: '2027-01-10' });
  expect(daysIn(windowRange(view))).toBe(WINDOW_DAYS);
});

test('the range before is as long and ends the day before', () => {
  expect(rangeBefore({ from: '2026-11-15', to: '2026-11-21' })).toEqual({
    from: '2026-11-08',
    to: '2026-11-14',
  });
  expect(rangeBefore({ from: '2028-03-01', to: '2028-03-01' })).toEqual({
    from: '2028-02-29',
    to: '2028-02-29',
  });
});

test('the second half of a range has the middle day of an odd number', () => {
  expect(secondHalf({ from: '2026-10-11', to: '2026-11-21' }).from).toBe('2026-11-01');
  expect(secondHalf({ from: '2026-11-15', to: '2026-11-21' }).from).toBe('2026-11-18');
});
