/** One class over a range. */

import { describe, expect, test } from 'vitest';
import { addDays } from '../../../gym/calendar/zone.ts';
import { classSeriesBody } from '../../../gym/reports/answers/class-series.ts';
import { classReport } from '../../../gym/reports/class.ts';
import { revenueReport } from '../../../gym/reports/money/revenue.ts';
import { performanceReport } from '../../../gym/reports/performance.ts';
import { windowRange } from '../../../gym/reports/period.ts';
import { gymView, reportGym } from '../../support/gym-view.ts';
import { checkedIn, classAt } from '../../support/timetable.ts';

const RANGE = { from: '2026-11-04', to: '2026-11-22' };
const view = gymView({
  sessions: [
    classAt('2026-11-02T18:30', { name: 'SPIN', people: 20 }),
    classAt('2026-11-04T07:00', { name: 'spin', people: 5 }),
    classAt('2026-11-09T18:30', { name: 'SPIN', people: 12 }),
    classAt('2026-11-11T07:00', { name: 'Spin', people: null }),
    classAt('2026-11-11T08:00', { name: 'Yoga', people: 19 }),
    classAt('2026-11-16T18:30', { name: 'Spin', people: 16 }),
    classAt('2026-11-18T07:00', { name: 'Spin', isCancelled: true }),
    classAt('2026-11-22T18:30', { name: 'Spin', attendance: null }),
  ],
  gym: {
    economics: { ...reportGym().economics, revenuePerVisitMilli: 10_000, flatPayMilli: 50_000 },
  },
});

describe('a class by name', () => {
  const report = classReport(view, RANGE, { className: 'sPiN' });

  test('is all its weekdays and times together', () => {
    expect(report).toMatchObject({
      ...RANGE,
      name: 'Spin',
      classId: null,
      totalClasses: 6,
      cancelledClasses: 1,
      heldClasses: 4,
      gradedClasses: 3,
      attended: 33,
      fillRate: 0.55,
      trend: expect.closeTo(16 / 20 - (5 + 12) / 40, 12),
    });
  });

  test('and each for itself, by weekday and time, as the other reports have it', () => {
    expect(
      report.series.map(({ weekday, startTime, occurrences, fillRate }) => [
        weekday,
        startTime,
        occurrences,
        fillRate,
      ]),
    ).toEqual([
      [1, '18:30', 2, 0.7],
      [3, '07:00', 2, 0.25],
    ]);
    const window = windowRange(view);
    const whole = classReport(view, window, { className: 'Spin' });
    const ranking = performanceReport(view, 100).ranking.filter(({ name }) => name === 'Spin');
    for (const { rank, ...row } of ranking) {
      expect(rank).toBeGreaterThan(0);
      const one = whole.series.find(({ classId }) => classId === row.classId);
      expect(one).toMatchObject(row);
    }
    expect(ranking).toHaveLength(2);
  });

  test('is told week by week from Monday, weeks cut at the ends of the range', () => {
    expect(
      report.weeks.map(({ from, to, heldClasses, attended }) => [from, to, heldClasses, attended]),
    ).toEqual([
      ['2026-11-04', '2026-11-08', 1, 5],
      ['2026-11-09', '2026-11-15', 2, 12],
      ['2026-11-16', '2026-11-22', 1, 16],
    ]);
  });

  test('has its money', () => {
    expect(report).toMatchObject({
      currency: 'GBP',
      money: {
        revenue: 330,
        revenue_occurrences: 3,
        cost: 200,
        cost_occurrences: 4,
        profit: 180,
        profit_occurrences: 3,
      },
    });
    const [yoga] = revenueReport(view).most_profitable.filter(({ name }) => name === 'Yoga');
    const ofWindow = classReport(view, windowRange(view), { className: 'Yoga' });
    expect(classSeriesBody(ofWindow).series).toMatchObject([{ ...yoga }]);
  });

  test('lists its occurrences by start, cancelled and future ones too', () => {
    expect(report.occurrences.map(({ status }) => status)).toEqual([
      'completed',
      'completed',
      'completed',
      'completed',
      'cancelled',
      'scheduled',
    ]);
  });
});

test('a class by id is one weekday, time and room', () => {
  const classId = classReport(view, RANGE, { className: 'spin' }).series[1]?.classId ?? '';
  expect(classReport(view, RANGE, { classId })).toMatchObject({
    name: 'Spin',
    classId,
    totalClasses: 3,
    attended: 5,
    series: [{ classId, weekday: 3 }],
  });
});

test('a class that nobody has is one without occurrences', () => {
  expect(classReport(view, RANGE, { className: 'Judo' })).toMatchObject({
    name: 'Judo',
    totalClasses: 0,
    attended: null,
    fillRate: null,
    money: { revenue: null, revenue_occurrences: 0 },
    weeks: { length: 3 },
    series: [],
    occurrences: [],
  });
});

test('a range too short for two whole weeks has no trend', () => {
  const short = { from: '2026-11-09', to: '2026-11-21' };
  expect(classReport(view, short, { className: 'Spin' }).trend).toBeNull();
});

test('check-ins of one weekday do not go into the figures of a class that was counted', () => {
  const mixed = gymView({
    sessions: [
      classAt('2026-11-16T18:30', { attendance: checkedIn(20) }),
      classAt('2026-11-17T18:30', { people: 6 }),
    ],
  });
  const report = classReport(mixed, RANGE, { className: 'Spin' });
  expect(report).toMatchObject({ attendanceBasis: 'present', attended: 6, fillRate: 0.3 });
  expect(report.series.map(({ attendanceBasis }) => attendanceBasis)).toEqual([
    'checked_in',
    'present',
  ]);
});

test('of many occurrences the last hundred are listed, of long ranges seven weeks told', () => {
  const dates = Array.from({ length: 60 }, (_, n) => addDays('2026-09-20', n));
  const sessions = dates.flatMap((date) => [classAt(`${date}T10:00`), classAt(`${date}T12:00`)]);
  const range = { from: '2026-09-20', to: '2026-11-18' };
  const report = classReport(gymView({ sessions }), range, { className: 'Spin' });
  expect(report.totalClasses).toBe(120);
  expect(report.occurrences).toHaveLength(100);
  expect(report.occurrences.at(-1)?.session).toBe(sessions.at(-1));
  expect(report.weeks).toHaveLength(7);
  expect(report.weeks.at(-1)).toMatchObject({ from: '2026-11-16', to: '2026-11-18' });
});

test('a class stays one over a change of the clock', () => {
  const sessions = ['2026-10-22', '2026-10-29'].map((date) => classAt(`${date}T18:30`));
  const range = { from: '2026-10-19', to: '2026-11-01' };
  const report = classReport(gymView({ sessions }), range, { className: 'Spin' });
  expect(report.series).toMatchObject([{ startTime: '18:30', occurrences: 2 }]);
  expect(report.trend).toBe(0);
});
