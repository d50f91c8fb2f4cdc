import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EconomicsConfig } from '../../../config/config.ts';
import { reviewOf } from '../../../gym/reports/class-row.ts';
import { valuesOf } from '../../../gym/reports/field.ts';
import { windowRange } from '../../../gym/reports/period.ts';
import { CLASS_MONEY, remedyOf, revenueReport } from '../../../gym/reports/revenue.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import { gymView, reportGym } from '../../support/gym-view.ts';
import { weekly } from '../../support/timetable.ts';

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

test('what is unknown stays unknown without amounts, and dead classes are told all the same', () => {
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

test('the lists hold at most ten that earn money, the best first, and none that is dead', () => {
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

/** The money of a class of twenty people. */
function moneyOf(economics: Partial<EconomicsConfig>) {
  const gym = { economics: { ...NOTHING, ...economics } };
  const view = gymView({ sessions: weekly([20, 20, 20, 20]), gym });
  const [money] = reviewOf(view, windowRange(view)).map((review) => valuesOf(CLASS_MONEY, review));
  return money;
}

test('a break-even above the places of the class is said to be', () => {
  expect(moneyOf({ revenuePerVisitMilli: 10_000, flatPayMilli: 500_000 })).toMatchObject({
    breakeven_attendance: 50,
    breakeven_reason: 'above_capacity',
  });
});

test('a break-even pays for the class, and one person fewer does not', () => {
  const amount = fc.integer({ min: 0, max: 60_000 });
  fc.assert(
    fc.property(amount, amount, amount, (revenuePerVisitMilli, flatPayMilli, perHeadPayMilli) => {
      const money = moneyOf({ revenuePerVisitMilli, flatPayMilli, perHeadPayMilli });
      const people = money?.breakeven_attendance ?? null;
      const profitOf = (heads: number) =>
        heads * (revenuePerVisitMilli - perHeadPayMilli) - flatPayMilli;
      if (people === null) expect(revenuePerVisitMilli).toBeLessThanOrEqual(perHeadPayMilli);
      else expect(profitOf(people)).toBeGreaterThanOrEqual(0);
      if (people) expect(profitOf(people - 1)).toBeLessThan(0);
    }),
  );
});

test.each([
  [
    'it breaks even at 21 people, more than the room holds: a higher price, more places or lower pay',
    [12, 21, 'above_capacity'],
  ],
  [
    'a visit brings in no more than it costs: a higher price or less pay a head',
    [12, null, 'no_margin'],
  ],
  ['it breaks even at 9 people: a higher price or lower pay', [12, 9, null]],
  ['it breaks even at 1 person: a higher price or lower pay', [null, 1, null]],
  ['a higher price or lower pay', [12, null, 'revenue_per_visit_unknown']],
] as const)('%s would help where %j', (text, [came, breakeven, reason]) => {
  const row = { average_attendance: came, breakeven_attendance: breakeven };
  expect(remedyOf({ ...row, breakeven_reason: reason })).toBe(`${text} would help`);
});
