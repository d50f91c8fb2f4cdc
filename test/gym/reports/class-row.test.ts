import { expect, test } from 'vitest';
import { reviewOf } from '../../../gym/reports/class-row.ts';
import { windowRange } from '../../../gym/reports/period.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { gymView } from '../../support/gym-view.ts';
import { classAt } from '../../support/timetable.ts';

/** Spin on Fridays and yoga on Thursdays, three weeks of each. */
const WEEKS = ['06', '13', '20'].flatMap((day) => [
  classAt(`2026-11-${String(Number(day) - 1).padStart(2, '0')}T10:00`, { name: 'Yoga' }),
  classAt(`2026-11-${day}T18:30`),
]);
const LAST = WEEKS.at(-1) ?? classAt('2026-11-20T18:30');
const VIEW = gymView({ sessions: WEEKS });

const countsOf = (view: GymView, range = windowRange(view)) =>
  reviewOf(view, range).map(({ classes }) => classes.length);

test('a class is reviewed from the instant at which it ends, and within its window only', () => {
  expect(countsOf({ ...VIEW, nowUtcMs: LAST.endsUtcMs - 1 })).toEqual([3, 2]);
  expect(countsOf({ ...VIEW, nowUtcMs: LAST.endsUtcMs })).toEqual([3, 3]);
  expect(countsOf(VIEW, { from: '2026-11-09', to: '2026-11-21' })).toEqual([2, 2]);
});

test('a cancelled class is reviewed at once, and counts as not given', () => {
  const sessions = [...WEEKS.slice(0, -1), { ...LAST, isCancelled: true }];
  const reviews = reviewOf({ ...VIEW, sessions, nowUtcMs: LAST.startsUtcMs }, windowRange(VIEW));
  expect(reviews[1]?.classes).toHaveLength(3);
  expect(reviews[1]?.sums.held).toBe(2);
});
