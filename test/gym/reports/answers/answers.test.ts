/** What reports become is what the routes declare: for the sample gym on plain days, changes of the clock and a leap day. */

import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { attendanceBody } from '../../../../gym/reports/answers/attendance.ts';
import { classSeriesBody } from '../../../../gym/reports/answers/class-series.ts';
import { hoursBody } from '../../../../gym/reports/answers/hours.ts';
import { noShowsBody } from '../../../../gym/reports/answers/no-shows.ts';
import { performanceBody } from '../../../../gym/reports/answers/performance.ts';
import { rankingBody } from '../../../../gym/reports/answers/ranking.ts';
import { scheduleBody } from '../../../../gym/reports/answers/schedule.ts';
import { summaryBody } from '../../../../gym/reports/answers/summary.ts';
import { trainerBody } from '../../../../gym/reports/answers/trainer.ts';
import { trainersBody } from '../../../../gym/reports/answers/trainers.ts';
import { attendanceReport } from '../../../../gym/reports/attendance.ts';
import { classReport } from '../../../../gym/reports/class.ts';
import { classNames } from '../../../../gym/reports/find-class.ts';
import { hoursReport } from '../../../../gym/reports/hours.ts';
import { REVENUE, revenueReport } from '../../../../gym/reports/money/revenue.ts';
import { narrowView } from '../../../../gym/reports/narrow.ts';
import { noShowsReport } from '../../../../gym/reports/no-shows.ts';
import { performanceReport } from '../../../../gym/reports/performance.ts';
import { type DateRange, windowRange } from '../../../../gym/reports/period.ts';
import { rankingReport } from '../../../../gym/reports/ranking.ts';
import { scheduleReport } from '../../../../gym/reports/schedule.ts';
import { ATTENDANCE } from '../../../../gym/reports/schemas/attendance.ts';
import { CLASS_SERIES } from '../../../../gym/reports/schemas/class-series.ts';
import { HOURS } from '../../../../gym/reports/schemas/hours.ts';
import { NO_SHOWS } from '../../../../gym/reports/schemas/no-shows.ts';
import { PERFORMANCE } from '../../../../gym/reports/schemas/performance.ts';
import { RANKING } from '../../../../gym/reports/schemas/ranking.ts';
import { SCHEDULE } from '../../../../gym/reports/schemas/schedule.ts';
import { SUMMARY } from '../../../../gym/reports/schemas/summary.ts';
import { TRAINER_REPORT } from '../../../../gym/reports/schemas/trainer.ts';
import { TRAINERS } from '../../../../gym/reports/schemas/trainers.ts';
import { summaryReport } from '../../../../gym/reports/summary.ts';
import { trainerReport } from '../../../../gym/reports/trainer.ts';
import { trainersReport } from '../../../../gym/reports/trainers.ts';
import type { GymView } from '../../../../gym/sessions/view.ts';
import { sandboxView } from '../../../../service/demo/sandbox.ts';
import { gymView } from '../../../support/gym-view.ts';

const faults = (schema: TSchema, body: unknown) => [...Value.Errors(schema, body)];

describe.each([
  ['a summer day', '2026-07-04', '+01:00'],
  ['the day the clock goes ahead', '2026-03-29', '+01:00'],
  ['the day it goes back', '2026-10-25', '+00:00'],
  ['a leap day', '2028-02-29', '+00:00'],
])('on %s', (_, date, offset) => {
  const view = sandboxView(Date.parse(`${date}T12:00:00Z`));

  it('every body is what its route declares, and of that date', () => {
    const summary = summaryBody(summaryReport(view));
    expect(faults(SUMMARY, summary)).toEqual([]);
    expect(summary).toMatchObject({ date, generated_at: `${date}T20:00:00${offset}` });
    expect(summary.total_classes).toBeGreaterThan(0);
    expect(faults(REVENUE, revenueReport(view))).toEqual([]);
    const performance = performanceBody(performanceReport(view, 100));
    expect(faults(PERFORMANCE, performance)).toEqual([]);
    expect(performance.ranking.length).toBeGreaterThan(8);
  });

  it.each(['day', 'week'] as const)('so is that of every trainer over a %s', (period) => {
    for (const { id } of view.trainers) {
      const body = trainerBody(trainerReport(view, id, period), period);
      expect(faults(TRAINER_REPORT, body), id).toEqual([]);
    }
  });
});

describe.each([
  ['a summer window', '2026-07-04'],
  ['one with the day the clock goes ahead', '2026-04-05'],
  ['one with the day it goes back', '2026-11-18'],
])('the reports behind questions over %s', (_, date) => {
  const view = sandboxView(Date.parse(`${date}T12:00:00Z`));
  const range = windowRange(view);

  it.each(['highest', 'lowest'] as const)('are what they declare, %s first', (order) => {
    for (const [schema, body] of bodiesOf(view, range, order)) {
      expect(faults(schema, body)).toEqual([]);
    }
  });

  it('speak of all 42 days and of the classes of the sample gym', () => {
    const attendance = attendanceBody(attendanceReport(view, range));
    expect(attendance.days).toHaveLength(42);
    expect(attendance.total_classes).toBeGreaterThan(300);
    const trainers = trainersReport(view, range, { by: 'fill_rate', order: 'highest' });
    expect(trainersBody(trainers).trainers).toHaveLength(view.trainers.length);
    const [name = ''] = classNames(view);
    const body = classSeriesBody(classReport(view, range, { className: name }));
    expect(body).toMatchObject({ name, currency: 'GBP', class_id: null });
    expect(body.money.revenue_occurrences).toBeGreaterThan(0);
    expect(body.series[0]).toMatchObject({ name, occurrences: expect.any(Number) });
  });
});

function bodiesOf(
  view: GymView,
  range: DateRange,
  order: 'highest' | 'lowest',
): [TSchema, unknown][] {
  const evening = narrowView(view, { fromHour: 17, toHour: 24 });
  const [className = ''] = classNames(view);
  return [
    [ATTENDANCE, attendanceBody(attendanceReport(evening, range))],
    [TRAINERS, trainersBody(trainersReport(view, range, { by: 'no_show_rate', order }))],
    [HOURS, hoursBody(hoursReport(view, range, { by: 'fill_rate', order }))],
    [RANKING, rankingBody(rankingReport(view, range, { by: 'trend', order, limit: 100 }))],
    [CLASS_SERIES, classSeriesBody(classReport(view, range, { className }))],
    [SCHEDULE, scheduleBody(scheduleReport(view, range))],
    [NO_SHOWS, noShowsBody(noShowsReport(view, range))],
  ];
}

it('a gym without classes has answers too, in which nothing is known', () => {
  const view = gymView({ gym: { currency: null } });
  const summary = summaryBody(summaryReport(view));
  expect(faults(SUMMARY, summary)).toEqual([]);
  expect(summary).toMatchObject({ total_classes: 0, fill_rate: null, no_shows: null });
  expect(faults(REVENUE, revenueReport(view))).toEqual([]);
  expect(faults(PERFORMANCE, performanceBody(performanceReport(view, 8)))).toEqual([]);
  for (const [schema, body] of bodiesOf(view, windowRange(view), 'highest')) {
    expect(faults(schema, body)).toEqual([]);
  }
});
