/** One class over a range. */

import { describe, expect, test } from 'vitest';
import { addDays } from '../../../gym/calendar/zone.ts';
import { seriesOf } from '../../../gym/figures/class-table.ts';
import { classReport } from '../../../gym/reports/class-report.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { gymView, reportGym } from '../../support/gym-view.ts';
import { classAt } from '../../support/timetable.ts';

const RANGE = { from: '2026-11-04', to: '2026-11-22' };
const view = gymView({
  sessions: [
    classAt('2026-11-02T18:30', { name: 'SPIN', people: 20 }),
    classAt('2026-11-04T07:00', { name: 'spin', people: 5 }),
    classAt('2026-11-09T18:30', { name: 'SPIN', people: 12 }),
    classAt('2026-11-11T08:00', { name: 'Yoga', people: 19 }),
    classAt('2026-11-16T18:30', { name: 'Spin', people: 16 }),
    classAt('2026-11-18T07:00', { name: 'Spin', isCancelled: true }),
    classAt('2026-11-23T18:30', { name: 'Spin', attendance: null }),
  ],
  gym: {
    economics: { ...reportGym().economics, revenuePerVisitMilli: 10_000, flatPayMilli: 50_000 },
  },
});

/** The id of the only class of the view that starts at that time, or of the only class. */
function idOf(some: GymView, startTime?: string): string {
  const [one, ...others] = seriesOf(some).filter(
    (series) => startTime === undefined || series.startTime === startTime,
  );
  if (one === undefined || others.length > 0) throw new Error('there is not one such class');
  return one.classId;
}

describe('a class', () => {
  const classId = idOf(view, '18:30');
  const report = classReport(view, RANGE, classId);

  test('is one weekday, time and room over the range, called as it is now', () => {
    expect(report).toMatchObject({
      ...RANGE,
      name: 'Spin',
      class_id: classId,
      total_classes: 2,
      cancelled_classes: 0,
      completed_classes: 2,
      graded_classes: 2,
      attended: 28,
      fill_rate: 0.7,
      trend: 0.2,
      money: { revenue: 280, revenue_occurrences: 2, cost: 100, profit: 180 },
    });
    expect(classReport(view, RANGE, idOf(view, '07:00'))).toMatchObject({
      total_classes: 2,
      cancelled_classes: 1,
      attended: 5,
    });
  });

  test('is told week by week from Monday, weeks cut at the ends of the range', () => {
    expect(
      report.weeks.map((week) => [week.from, week.to, week.completed_classes, week.attended]),
    ).toEqual([
      ['2026-11-04', '2026-11-08', 0, null],
      ['2026-11-09', '2026-11-15', 1, 12],
      ['2026-11-16', '2026-11-22', 1, 16],
    ]);
  });
});

test('a class that no one has is one without occurrences', () => {
  expect(classReport(view, RANGE, 'judo')).toMatchObject({
    name: 'judo',
    class_id: 'judo',
    total_classes: 0,
    attended: null,
    fill_rate: null,
    money: { revenue: null, revenue_occurrences: 0 },
    weeks: { length: 3 },
    series: [],
    occurrences: [],
  });
});

test('of many occurrences the last hundred are listed, of long ranges seven weeks told', () => {
  // A class of the week takes place once a week: seven weeks of a view never have a hundred, two years do.
  const sessions = Array.from({ length: 104 }, (_, n) =>
    classAt(`${addDays('2024-11-27', 7 * n)}T10:00`),
  );
  const long = gymView({ sessions });
  const report = classReport(long, { from: '2024-11-01', to: '2026-11-18' }, idOf(long));
  expect(report.total_classes).toBe(104);
  expect(report.occurrences).toHaveLength(100);
  expect(report.occurrences.at(-1)?.id).toBe(sessions.at(-1)?.id);
  expect(report.weeks).toHaveLength(7);
  expect(report.weeks.at(-1)).toMatchObject({ from: '2026-11-16', to: '2026-11-18' });
});
