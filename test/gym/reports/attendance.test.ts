/** How many people came over a range of dates. */

import { expect, test } from 'vitest';
import { attendanceReport } from '../../../gym/reports/attendance.ts';
import { gymView } from '../../support/gym-view.ts';
import { classAt } from '../../support/timetable.ts';

test('of a longer range the last 42 dates are told, the sum is of all', () => {
  const sessions = [classAt('2026-09-01T18:00'), classAt('2026-11-20T18:00')];
  const report = attendanceReport(gymView({ sessions }), { from: '2026-09-01', to: '2026-11-21' });
  expect(report.attended).toBe(20);
  expect(report.days).toHaveLength(42);
  expect(report.days[0]?.date).toBe('2026-10-11');
});
