/** What reports become is what the routes declare: for the sample gym on plain days, changes of the clock and a leap day. */

import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { seriesOf } from '../../../gym/figures/class-table.ts';
import { CLASS_REPORT, classReport } from '../../../gym/reports/class-report.ts';
import { PERFORMANCE, performanceReport } from '../../../gym/reports/performance.ts';
import { windowRange } from '../../../gym/reports/period.ts';
import { REVENUE, revenueReport } from '../../../gym/reports/revenue.ts';
import {
  ATTENDANCE_REPORT,
  attendanceReport,
  SUMMARY,
  summaryReport,
} from '../../../gym/reports/summary.ts';
import { TRAINER_REPORT, trainerReport } from '../../../gym/reports/trainer.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { gymView } from '../../support/gym-view.ts';

function faultsOf(view: GymView): unknown[] {
  const range = windowRange(view);
  const classId = seriesOf(view)[0]?.classId ?? 'none';
  const bodies: [TSchema, unknown][] = [
    [SUMMARY, summaryReport(view)],
    [REVENUE, revenueReport(view)],
    [PERFORMANCE, performanceReport(view, 100)],
    [ATTENDANCE_REPORT, attendanceReport(view, range)],
    [CLASS_REPORT, classReport(view, range, classId)],
    ...view.trainers.flatMap(({ id }): [TSchema, unknown][] => [
      [TRAINER_REPORT, trainerReport(view, id, 'day')],
      [TRAINER_REPORT, trainerReport(view, id, 'week')],
    ]),
  ];
  return bodies.flatMap(([schema, body]) => [...Value.Errors(schema, body)]);
}

it.each([
  ['a summer day', '2026-07-04', '+01:00'],
  ['the day the clock goes ahead', '2026-03-29', '+01:00'],
  ['a week after it', '2026-04-05', '+01:00'],
  ['the day it goes back', '2026-10-25', '+00:00'],
  ['a leap day', '2028-02-29', '+00:00'],
])('on %s every body is what its route declares, and of that date', (_, date, offset) => {
  const view = sandboxView(Date.parse(`${date}T12:00:00Z`));
  expect(faultsOf(view)).toEqual([]);
  const summary = summaryReport(view);
  expect(summary).toMatchObject({ date, generated_at: `${date}T20:00:00${offset}` });
  expect(summary.total_classes).toBeGreaterThan(0);
  expect(performanceReport(view, 100).ranking.length).toBeGreaterThan(8);
});

it('a gym without classes has answers too, in which nothing is known', () => {
  const view = gymView({ gym: { currency: null } });
  expect(faultsOf(view)).toEqual([]);
  expect(summaryReport(view)).toMatchObject({ total_classes: 0, fill_rate: null, no_shows: null });
});
