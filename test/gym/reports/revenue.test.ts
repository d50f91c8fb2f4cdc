import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EconomicsConfig } from '../../../config/config.ts';
import { reviewOf } from '../../../gym/reports/class-row.ts';
import { valuesOf } from '../../../gym/reports/field.ts';
import { windowRange } from '../../../gym/reports/period.ts';
import { CLASS_MONEY, earningsOf, remedyOf, revenueReport } from '../../../gym/reports/revenue.ts';
import { gymView, reportGym } from '../../support/gym-view.ts';
import { weekly } from '../../support/timetable.ts';

const { economics: NOTHING } = reportGym();
test('a dead class is listed without amounts, with the first that is missing', () => {
  const dead = (said: Partial<EconomicsConfig>) => {
    const gym = { economics: { ...NOTHING, ...said } };
    return revenueReport(gymView({ sessions: weekly([1, 1, 1, 1]), gym })).dead;
  };
  const unknown = { profit: null, revenue_per_visit: null, breakeven_attendance: null };
  expect(dead({})).toMatchObject([{ ...unknown, breakeven_reason: 'cost_unknown' }]);
  const unpriced = { ...unknown, breakeven_reason: 'revenue_per_visit_unknown' };
  expect(dead({ roomCostMilli: 1 })).toMatchObject([unpriced]);
});

test('the ten classes that earn most are listed, and the page of classes has all', () => {
  const economics = { ...NOTHING, revenuePerVisitMilli: 1_000, flatPayMilli: 1, roomCostMilli: 1 };
  const classes = [...Array(12).keys()].flatMap((n) => weekly(Array(4).fill(20), { name: `${n}` }));
  const view = gymView({ sessions: classes, gym: { economics } });
  expect(revenueReport(view)).toMatchObject({ total_classes: 12, most_profitable: { length: 10 } });
  expect(earningsOf(view).size).toBe(12);
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
    'it breaks even at 21 people, more than the class has spots: a higher price, more spots or lower pay',
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
