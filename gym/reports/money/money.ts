/** Money of a class over its occurrences: sums with their n, and what its empty places would bring in. */

import { type Static, Type } from 'typebox';
import type { ClassReview } from '../classes/review.ts';
import { closed, count, money, nullable } from '../fields/field.ts';
import type { moneyIn } from '../fields/rounding.ts';
import { known, ratio } from '../figures/ratio.ts';
import { BREAKEVEN, breakevenOf, observedPerVisit, perVisitOf } from './breakeven.ts';
import type { Tally } from './tally.ts';

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
/** From thousandths to the digits of a currency. */
type Rounding = ReturnType<typeof moneyIn>;

/** Money of a class that was reviewed. */
export function classMoney(review: ClassReview, rounded: Rounding): ClassMoney {
  const { tally } = review;
  return {
    ...totalMoney([review], rounded),
    profit_per_class: rounded(ratio(tally.profitMilli, tally.profitOccurrences)),
    revenue_per_visit: rounded(observedPerVisit(tally)),
    ...breakevenOf(review),
  };
}

/** Thousandths; null where none is known. */
export function profitOf({ profitMilli, profitOccurrences }: Tally): number | null {
  return known(profitMilli, profitOccurrences);
}

/** Sums over classes, in their order. In one pass and from their tallies, for a window has thousands. */
export function totalMoney(classes: readonly ClassReview[], rounded: Rounding): MoneyTotals {
  const [revenue, cost, profit, emptySeats] = [newTotal(), newTotal(), newTotal(), newTotal()];
  for (const { tally } of classes) {
    addTo(revenue, tally.revenueMilli, tally.revenueOccurrences);
    addTo(cost, tally.costMilli, tally.costOccurrences);
    addTo(profit, tally.profitMilli, tally.profitOccurrences);
    const emptySeatValueMilli = emptySeatValueOf(tally);
    if (emptySeatValueMilli !== null) {
      addTo(emptySeats, emptySeatValueMilli, tally.emptySeatOccurrences);
    }
  }
  const sum = ({ milli, occurrences }: Total) => rounded(known(milli, occurrences));
  return {
    revenue: sum(revenue),
    revenue_occurrences: revenue.occurrences,
    cost: sum(cost),
    cost_occurrences: cost.occurrences,
    profit: sum(profit),
    profit_occurrences: profit.occurrences,
    empty_seat_value: sum(emptySeats),
    empty_seat_occurrences: emptySeats.occurrences,
  };
}

interface Total {
  milli: number;
  /** Those that have the figure. */
  occurrences: number;
}

function newTotal(): Total {
  return { milli: 0, occurrences: 0 };
}

/** Of a class without the figure nothing is added: its sum and its n are 0. */
function addTo(total: Total, milli: number, occurrences: number): void {
  total.milli += milli;
  total.occurrences += occurrences;
}

/** What the empty places would bring in; null where no place or no price is known. */
function emptySeatValueOf(tally: Tally): number | null {
  const perVisitMilli = perVisitOf(tally);
  return perVisitMilli === null || tally.emptySeatOccurrences === 0
    ? null
    : tally.emptySeats * perVisitMilli;
}
