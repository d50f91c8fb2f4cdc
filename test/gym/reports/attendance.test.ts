/** How many people came over a range of dates. */

import { expect, test } from 'vitest';
import { attendanceReport } from '../../../gym/reports/attendance.ts';
import { gymView } from '../../support/gym-view.ts';
import { classAt } from '../../support/timetable.ts';

const RANGE = { from: '2026-11-18', to: '2026-11-22' };

test('a range is summed up as a whole and by date, dates without classes too', () => {
  const report = attendanceReport(
    gymView({
      sessions: [
        classAt('2026-11-17T18:00', { people: 99 }),
        classAt('2026-11-18T18:00', { people: 10, booked: 12 }),
        classAt('2026-11-18T23:30', { people: 5, capacity: null }),
        classAt('2026-11-20T18:00', { people: null }),
        classAt('2026-11-20T19:00', { isCancelled: true }),
        classAt('2026-11-22T18:00', { attendance: null }),
      ],
    }),
    RANGE,
  );
  expect(report).toMatchObject({
    ...RANGE,
    total_classes: 5,
    cancelled_classes: 1,
    completed_classes: 3,
    graded_classes: 2,
    attended: 15,
    rated_classes: 1,
    fill_rate: 0.5,
    no_shows: 2,
  });
  const lines = report.days.map((day) => [
    day.date,
    day.total_classes,
    day.completed_classes,
    day.graded_classes,
    day.attended,
  ]);
  expect(lines).toEqual([
    ['2026-11-18', 2, 2, 2, 15],
    ['2026-11-19', 0, 0, 0, null],
    ['2026-11-20', 2, 1, 0, null],
    ['2026-11-21', 0, 0, 0, null],
    ['2026-11-22', 1, 0, 0, null],
  ]);
});

test('of a longer range the last 42 dates are told, the sum is of all', () => {
  const sessions = [classAt('2026-09-01T18:00'), classAt('2026-11-20T18:00')];
  const report = attendanceReport(gymView({ sessions }), { from: '2026-09-01', to: '2026-11-21' });
  expect(report.attended).toBe(20);
  expect(report.days).toHaveLength(42);
  expect(report.days[0]?.date).toBe('2026-10-11');
});
