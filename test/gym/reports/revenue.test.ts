import { describe, expect, test } from 'vitest';
import type { EconomicsConfig } from '../../../config/config.ts';
import { addDays } from '../../../gym/calendar/zone.ts';
import { revenueReport } from '../../../gym/reports/revenue.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import { gymView, reportGym } from '../../support/gym-view.ts';
import { classAt } from '../../support/timetable.ts';

const { economics: NOTHING } = reportGym();
/** A visit leaves 12.50 and a class costs 87.00. */
const EXAMPLE: EconomicsConfig = {
  ...NOTHING,
  revenuePerVisitMilli: 14_000,
  flatPayMilli: 50_000,
  roomCostMilli: 37_000,
  variableCostMilli: 1_500,
};
const FRIDAYS = [5, 4, 3, 2, 1, 0].map((weeks) => addDays('2026-11-20', -7 * weeks));

function weekly(people: readonly (number | null)[], said: Partial<ClassSession> = {}) {
  return people.map((count, n) => classAt(`${FRIDAYS[n]}T18:30`, { people: count, ...said }));
}

const report = (sessions: readonly ClassSession[], economics: EconomicsConfig = EXAMPLE) =>
  revenueReport(gymView({ sessions, gym: { economics } }));

describe('a full class beside an empty one', () => {
  const { totals, mostProfitable, dead } = report([
    ...weekly([16, 18, 14, 16], { name: 'Spin' }),
    ...weekly([4, 5, 3, 4], { name: 'Stretch' }),
  ]);

  test('shows what the full class earns', () => {
    expect(mostProfitable).toMatchObject([
      {
        name: 'Spin',
        occurrences: 4,
        revenueMilli: 896_000,
        costMilli: 444_000,
        profitMilli: 452_000,
        profitPerClassMilli: 113_000,
        revenuePerVisitMilli: 14_000,
        averageAttendance: 16,
        breakevenAttendance: 7,
        breakevenReason: null,
        fillRate: 0.8,
        emptySeatValueMilli: 16 * 14_000,
        verdict: 'healthy',
      },
    ]);
  });

  test('shows what the empty one loses', () => {
    expect(dead).toMatchObject([
      {
        name: 'Stretch',
        revenueMilli: 224_000,
        costMilli: 372_000,
        profitMilli: -148_000,
        breakevenAttendance: 7,
        verdict: 'dead',
        verdictReasons: ['low_fill', 'loses_money'],
      },
    ]);
  });

  test('adds both up', () => {
    expect(totals).toEqual({
      revenueMilli: 1_120_000,
      revenueOccurrences: 8,
      costMilli: 816_000,
      costOccurrences: 8,
      profitMilli: 304_000,
      profitOccurrences: 8,
      emptySeatValueMilli: 80 * 14_000,
      emptySeatOccurrences: 8,
    });
  });
});

describe('what is unknown', () => {
  test('stays unknown without amounts, and dead classes are told all the same', () => {
    const { totals, mostProfitable, dead, deadCount } = report(weekly([1, 1, 1, 1]), NOTHING);
    expect(totals).toEqual({
      revenueMilli: null,
      revenueOccurrences: 0,
      costMilli: null,
      costOccurrences: 0,
      profitMilli: null,
      profitOccurrences: 0,
      emptySeatValueMilli: null,
      emptySeatOccurrences: 0,
    });
    expect(mostProfitable).toEqual([]);
    expect(deadCount).toBe(1);
    expect(dead).toMatchObject([
      {
        profitMilli: null,
        profitPerClassMilli: null,
        revenuePerVisitMilli: null,
        breakevenAttendance: null,
        breakevenReason: 'cost_unknown',
      },
    ]);
    expect(
      report(weekly([1, 1, 1, 1]), { ...NOTHING, roomCostMilli: 1 }).dead[0]?.breakevenReason,
    ).toBe('revenue_per_visit_unknown');
  });

  test('is left out of sums, which say over how many they are', () => {
    const { mostProfitable } = report(weekly([20, 20, 20, 20, null, null]));
    expect(mostProfitable).toMatchObject([
      { occurrences: 6, revenueOccurrences: 4, profitOccurrences: 4, profitPerClassMilli: 163_000 },
    ]);
  });

  test('is not the empty place of a class whose places nobody knows', () => {
    expect(report(weekly([5, 5, 5, 5], { capacity: null })).totals).toMatchObject({
      emptySeatValueMilli: null,
      emptySeatOccurrences: 0,
    });
  });
});

describe('the lists', () => {
  test('hold at most ten that earn money, the best first, and none that is dead', () => {
    const { mostProfitable, dead, totalClasses } = report([
      ...Array.from({ length: 12 }, (_, n) =>
        weekly([12 + n, 12 + n, 12 + n, 12 + n], { name: `Class ${n}`, capacity: 30 }),
      ).flat(),
      ...weekly([20, 20, 20, 20], { name: 'Hangar', capacity: 400 }),
    ]);
    expect(totalClasses).toBe(13);
    expect(mostProfitable.map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_, n) => `Class ${11 - n}`),
    );
    expect(dead.map(({ name }) => name)).toEqual(['Hangar']);
  });

  test('put a full class that loses money with the dead, as unprofitable', () => {
    const economics = { ...EXAMPLE, flatPayMilli: 400_000 };
    expect(report(weekly([20, 20, 20, 20]), economics)).toMatchObject({
      mostProfitable: [],
      dead: [{ fillRate: 1, verdict: 'unprofitable', verdictReasons: ['loses_money'] }],
      deadCount: 1,
    });
  });

  test('begin with the greatest loss', () => {
    const { dead } = report([
      ...weekly([3, 3, 3, 3], { name: 'Some' }),
      ...weekly([1, 1, 1, 1], { name: 'Most' }),
      ...weekly([5, 5, 5, 5], { name: 'Least' }),
    ]);
    expect(dead.map(({ name }) => name)).toEqual(['Most', 'Some', 'Least']);
  });
});
