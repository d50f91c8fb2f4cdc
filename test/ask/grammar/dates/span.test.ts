import { expect, it } from 'vitest';
import {
  monthSpan,
  namedMonth,
  weekdaySpan,
  weekendSpan,
  weekSpan,
} from '../../../../ask/grammar/dates/span.ts';

const WEDNESDAY = '2026-11-18';
const SUNDAY = '2026-11-22';

it.each([
  ['this week', weekSpan(WEDNESDAY, 0), '2026-11-16', '2026-11-18', '2026-11-22'],
  ['last week', weekSpan(WEDNESDAY, -1), '2026-11-09', '2026-11-15', '2026-11-15'],
  ['this month', monthSpan(WEDNESDAY, 0), '2026-11-01', '2026-11-18', '2026-11-30'],
  ['eleven months ago', monthSpan(WEDNESDAY, -11), '2025-12-01', '2025-12-31', '2025-12-31'],
  ['December', namedMonth(WEDNESDAY, 12), '2025-12-01', '2025-12-31', '2025-12-31'],
  [
    'last weekend on a Sunday',
    weekendSpan(SUNDAY, 'last'),
    '2026-11-14',
    '2026-11-15',
    '2026-11-15',
  ],
  [
    'this weekend on a Sunday',
    weekendSpan(SUNDAY, 'this'),
    '2026-11-21',
    '2026-11-22',
    '2026-11-22',
  ],
])('%s', (...row) => {
  const [, span, from, back, ahead] = row;
  expect(span.days('back')).toEqual({ from, to: back });
  expect(span.days('ahead')).toEqual({ from, to: ahead });
});

it('takes a weekday alone for the newest, or the next where the timetable is asked', () => {
  const friday = weekdaySpan(WEDNESDAY, 5, 'near');
  expect([friday.days('back')?.from, friday.days('ahead')?.from]).toEqual([
    ...['2026-11-13', '2026-11-20'],
  ]);
});

it('never takes today for the last or the next of its name', () => {
  expect(weekdaySpan(WEDNESDAY, 3, 'last').days('ahead')?.from).toBe('2026-11-11');
  expect(weekdaySpan(WEDNESDAY, 3, 'next').days('back')?.from).toBe('2026-11-25');
});
