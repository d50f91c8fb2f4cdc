/** Money of a class over its occurrences: sums with their n, and what its empty places would bring in. */

import { type Static, Type } from 'typebox';
import { priceOf } from '../../figures/comparisons.ts';
import { VALUES } from '../../figures/measures.ts';
import { Total } from '../../figures/sums.ts';
import type { ClassReview } from '../classes/reviews.ts';
import { closed, count, money, nullable, people, words } from '../fields/field.ts';
import type { moneyIn } from '../fields/rounding.ts';

/** Sums over occurrences that took place and have the figure; null where none has. Each has its n. */
const SUMS = {
  revenue: money('As imported, or else people × revenue per visit.'),
  revenue_occurrences: count('The n of `revenue`.'),
  cost: money('Pay, room and cost per person.'),
  cost_occurrences: count('The n of `cost`.'),
  profit: money('Over occurrences where revenue and cost are known.'),
  profit_occurrences: count('The n of `profit`.'),
  empty_seat_value: money('Empty places times revenue per visit.'),
  empty_seat_occurrences: count('The n of `empty_seat_value`.'),
};

export const TOTALS = Type.Object(SUMS, {
  ...closed,
  title: 'MoneyTotals',
  description: 'Sums over all classes of the window.',
});

/**
 * `no_margin`: a visit brings in no more than it costs. `above_capacity`: the number stands, but there are fewer places.
 * Null where there is nothing to say.
 */
const BREAKEVEN = {
  breakeven_attendance: people('Attendance from which the class earns what it costs.'),
  breakeven_reason: nullable(
    words(
      ['no_margin', 'revenue_per_visit_unknown', 'cost_unknown', 'above_capacity'],
      'Why there is no break-even; `above_capacity`: there is one, but fewer places.',
    ),
  ),
};

/** The money of one class. */
export const CLASS_MONEY = {
  ...SUMS,
  profit_per_class: money('Profit over the occurrences that have one.'),
  revenue_per_visit: money('Revenue over attendance where both are known.'),
  ...BREAKEVEN,
};

export const CURRENCY = nullable(
  Type.String({ description: 'ISO 4217; null if none is configured.' }),
);

const classMoneyBody = Type.Object(CLASS_MONEY, closed);

export type MoneyTotals = Static<typeof TOTALS>;
export type ClassMoney = Static<typeof classMoneyBody>;
type Breakeven = Pick<ClassMoney, keyof typeof BREAKEVEN>;
/** From thousandths to the digits of a currency. */
type Rounding = ReturnType<typeof moneyIn>;

/** Money of a class that was reviewed. */
export function classMoney(review: ClassReview, inCurrency: Rounding): ClassMoney {
  const { sums } = review;
  return {
    ...totalMoney([review], inCurrency),
    profit_per_class: inCurrency(VALUES.profit_per_class.value(sums)),
    revenue_per_visit: inCurrency(VALUES.revenue_per_visit.value(sums)),
    ...breakevenOf(review),
  };
}

/** Sums over classes, in their order. */
export function totalMoney(reviews: readonly ClassReview[], inCurrency: Rounding): MoneyTotals {
  const total = (partOf: (review: ClassReview) => Pick<Total, 'n' | 'sum'> | null) => {
    const all = new Total();
    for (const review of reviews) {
      const { n = 0, sum = 0 } = partOf(review) ?? {};
      all.n += n;
      all.sum += sum;
    }
    return [inCurrency(all.known), all.n] as const;
  };
  const [revenue, revenue_occurrences] = total(({ sums }) => sums.revenue);
  const [cost, cost_occurrences] = total(({ sums }) => sums.cost);
  const [profit, profit_occurrences] = total(({ sums }) => sums.profit);
  const [empty_seat_value, empty_seat_occurrences] = total(({ series, sums }) => {
    const price = priceOf(series, sums);
    const { n, sum } = sums.emptySeats;
    return price === null ? null : { n, sum: sum * price };
  });
  return {
    revenue,
    revenue_occurrences,
    cost,
    cost_occurrences,
    profit,
    profit_occurrences,
    empty_seat_value,
    empty_seat_occurrences,
  };
}

/** From how many people on a class earns what it costs. Source: docs/method.md#break-even. */
function breakevenOf({ series, classes, sums }: ClassReview): Breakeven {
  const attendance = VALUES.breakeven_attendance.value(sums);
  if (attendance === null) {
    const isPriced = priceOf(series, sums) !== null;
    const reason = isPriced ? 'no_margin' : 'revenue_per_visit_unknown';
    return {
      breakeven_attendance: null,
      breakeven_reason: sums.costedN === 0 ? 'cost_unknown' : reason,
    };
  }
  const places = classes.flatMap(({ session: { isCancelled, capacity } }) =>
    isCancelled || capacity === null ? [] : [capacity],
  );
  const isAbove = places.length > 0 && attendance > Math.max(...places);
  return {
    breakeven_attendance: attendance,
    breakeven_reason: isAbove ? 'above_capacity' : null,
  };
}
