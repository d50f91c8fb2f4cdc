import { describe, expect, test } from 'vitest';
import type { EconomicsConfig } from '../../../../config/config.ts';
import { revenueReport } from '../../../../gym/reports/money/revenue.ts';
import type { ClassSession } from '../../../../gym/sessions/session.ts';
import { gymView, reportGym } from '../../../support/gym-view.ts';
import { weekly } from '../../../support/timetable.ts';

const { economics: NOTHING } = reportGym();
/** A visit leaves 12.50 and a class costs 87.00. */
const EXAMPLE: EconomicsConfig = {
  ...NOTHING,
  revenuePerVisitMilli: 14_000,
  flatPayMilli: 50_000,
  roomCostMilli: 37_000,
  variableCostMilli: 1_500,
};

const report = (sessions: readonly ClassSession[], economics: EconomicsConfig = EXAMPLE) =>
  revenueReport(gymView({ sessions, gym: { economics } }));

describe('what is unknown', () => {
  test('stays unknown without amounts, and dead classes are told all the same', () => {
    const { totals, most_profitable, dead, dead_count } = report(weekly([1, 1, 1, 1]), NOTHING);
    expect(totals).toEqual({
      revenue: null,
      revenue_occurrences: 0,
      cost: null,
      cost_occurrences: 0,
      profit: null,
      profit_occurrences: 0,
      empty_seat_value: null,
      empty_seat_occurrences: 0,
    });
    expect(most_profitable).toEqual([]);
    expect(dead_count).toBe(1);
    expect(dead).toMatchObject([
      {
        profit: null,
        profit_per_class: null,
        revenue_per_visit: null,
        breakeven_attendance: null,
        breakeven_reason: 'cost_unknown',
      },
    ]);
    expect(
      report(weekly([1, 1, 1, 1]), { ...NOTHING, roomCostMilli: 1 }).dead[0]?.breakeven_reason,
    ).toBe('revenue_per_visit_unknown');
  });
});

describe('the lists', () => {
  test('hold at most ten that earn money, the best first, and none that is dead', () => {
    const { most_profitable, dead, total_classes } = report([
      ...Array.from({ length: 12 }, (_, n) =>
        weekly([12 + n, 12 + n, 12 + n, 12 + n], { name: `Class ${n}`, capacity: 30 }),
      ).flat(),
      ...weekly([20, 20, 20, 20], { name: 'Hangar', capacity: 400 }),
    ]);
    expect(total_classes).toBe(13);
    expect(most_profitable.map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_, n) => `Class ${11 - n}`),
    );
    expect(dead.map(({ name }) => name)).toEqual(['Hangar']);
  });

  test('put a full class that loses money with the dead, as unprofitable', () => {
    const economics = { ...EXAMPLE, flatPayMilli: 400_000 };
    expect(report(weekly([20, 20, 20, 20]), economics)).toMatchObject({
      most_profitable: [],
      dead: [{ fill_rate: 1, verdict: 'unprofitable', verdict_reasons: ['loses_money'] }],
      dead_count: 1,
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
