/** What reports become is what the routes declare: for the sample gym on plain days, changes of the clock and a leap day. */

import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { seriesOf } from '../../../gym/figures/class-table.ts';
import { ATTENDANCE, attendanceReport } from '../../../gym/reports/attendance.ts';
import { CLASS_REPORT, classReport } from '../../../gym/reports/classes/class-report.ts';
import { PERFORMANCE, performanceReport } from '../../../gym/reports/classes/performance.ts';
import { REVENUE, revenueReport } from '../../../gym/reports/money/revenue.ts';
import { type DateRange, windowRange } from '../../../gym/reports/period.ts';
import { SUMMARY, summaryReport } from '../../../gym/reports/summary.ts';
import { TRAINER_REPORT, trainerReport } from '../../../gym/reports/trainers/trainer.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { gymView } from '../../support/gym-view.ts';

const faults = (schema: TSchema, body: unknown) => [...Value.Errors(schema, body)];

describe.each([
  ['a summer day', '2026-07-04', '+01:00'],
  ['the day the clock goes ahead', '2026-03-29', '+01:00'],
  ['the day it goes back', '2026-10-25', '+00:00'],
  ['a leap day', '2028-02-29', '+00:00'],
])('on %s', (_, date, offset) => {
  const view = sandboxView(Date.parse(`${date}T12:00:00Z`));

  it('every body is what its route declares, and of that date', () => {
    const summary = summaryReport(view);
    expect(faults(SUMMARY, summary)).toEqual([]);
    expect(summary).toMatchObject({ date, generated_at: `${date}T20:00:00${offset}` });
    expect(summary.total_classes).toBeGreaterThan(0);
    expect(faults(REVENUE, revenueReport(view))).toEqual([]);
    const performance = performanceReport(view, 100);
    expect(faults(PERFORMANCE, performance)).toEqual([]);
    expect(performance.ranking.length).toBeGreaterThan(8);
  });

  it.each(['day', 'week'] as const)('so is that of every trainer over a %s', (period) => {
    for (const { id } of view.trainers) {
      const body = trainerReport(view, id, period);
      expect(faults(TRAINER_REPORT, body), id).toEqual([]);
    }
  });
});

describe.each([
  ['a summer window', '2026-07-04'],
  ['one with the day the clock goes ahead', '2026-04-05'],
  ['one with the day it goes back', '2026-11-18'],
])('the reports behind the pages over %s', (_, date) => {
  const view = sandboxView(Date.parse(`${date}T12:00:00Z`));
  const range = windowRange(view);

  it('are what they declare', () => {
    for (const [schema, body] of bodiesOf(view, range)) expect(faults(schema, body)).toEqual([]);
  });
});

const firstOf = (view: GymView) => seriesOf(view)[0] ?? { classId: 'none', name: 'none' };

function bodiesOf(view: GymView, range: DateRange): [TSchema, unknown][] {
  return [
    [ATTENDANCE, attendanceReport(view, range)],
    [CLASS_REPORT, classReport(view, range, firstOf(view).classId)],
  ];
}

it('a gym without classes has answers too, in which nothing is known', () => {
  const view = gymView({ gym: { currency: null } });
  const summary = summaryReport(view);
  expect(faults(SUMMARY, summary)).toEqual([]);
  expect(summary).toMatchObject({ total_classes: 0, fill_rate: null, no_shows: null });
  expect(faults(REVENUE, revenueReport(view))).toEqual([]);
  expect(faults(PERFORMANCE, performanceReport(view, 8))).toEqual([]);
  for (const [schema, body] of bodiesOf(view, windowRange(view))) {
    expect(faults(schema, body)).toEqual([]);
  }
});
