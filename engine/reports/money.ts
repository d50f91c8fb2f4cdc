/** Money of a class over its occurrences: sums with their n, break-even, and what its empty places would bring in. */

import { costsOf } from './economics.ts';
import { known, ratio } from './figures.ts';
import type { ClassReview } from './review.ts';
import type { Tally } from './tally.ts';

/**
 * Why there is no break-even, or what is to be said of it. `no_margin`: a visit brings in no more than it costs.
 * `above_capacity`: the number stands, but there are fewer places.
 */
export type BreakevenReason =
  | 'no_margin'
  | 'revenue_per_visit_unknown'
  | 'cost_unknown'
  | 'above_capacity';

/** Sums over occurrences that took place and have the figure; null where none has. Each has its n. */
export interface MoneyTotals {
  readonly revenueMilli: number | null;
  readonly revenueOccurrences: number;
  readonly costMilli: number | null;
  readonly costOccurrences: number;
  /** Over occurrences whose revenue and cost are known: not always revenue less cost above. */
  readonly profitMilli: number | null;
  readonly profitOccurrences: number;
  /** Empty places of rated occurrences times revenue per visit. */
  readonly emptySeatValueMilli: number | null;
  readonly emptySeatOccurrences: number;
}

export interface Breakeven {
  /** People from which a class earns what it costs, 0.. */
  readonly breakevenAttendance: number | null;
  /** Null where there is nothing to say. */
  readonly breakevenReason: BreakevenReason | null;
}

export interface ClassMoney extends MoneyTotals {
  readonly profitPerClassMilli: number | null;
  /** Revenue over attendance of graded occurrences where both are known. Not a whole number. */
  readonly revenuePerVisitMilli: number | null;
}

/** Rounding errors of doubles must not ask for one person more. */
const TINY = 1e-9;

/** Money of a class that was reviewed. */
export function classMoney({ tally }: ClassReview): ClassMoney {
  const revenuePerVisitMilli = observedPerVisit(tally);
  const perVisitMilli = revenuePerVisitMilli ?? tally.pricePerVisitMilli;
  const hasSeats = perVisitMilli !== null && tally.emptySeatOccurrences > 0;
  return {
    revenueMilli: known(tally.revenueMilli, tally.revenueOccurrences),
    revenueOccurrences: tally.revenueOccurrences,
    costMilli: known(tally.costMilli, tally.costOccurrences),
    costOccurrences: tally.costOccurrences,
    profitMilli: known(tally.profitMilli, tally.profitOccurrences),
    profitOccurrences: tally.profitOccurrences,
    emptySeatValueMilli: hasSeats ? tally.emptySeats * perVisitMilli : null,
    emptySeatOccurrences: hasSeats ? tally.emptySeatOccurrences : 0,
    profitPerClassMilli: ratio(tally.profitMilli, tally.profitOccurrences),
    revenuePerVisitMilli,
  };
}

/** Sums over classes, in their order. In one pass, for a window has thousands. */
export function totalMoney(classes: readonly MoneyTotals[]): MoneyTotals {
  const [revenue, cost, profit, emptySeats] = [newTotal(), newTotal(), newTotal(), newTotal()];
  for (const money of classes) {
    addTo(revenue, money.revenueMilli, money.revenueOccurrences);
    addTo(cost, money.costMilli, money.costOccurrences);
    addTo(profit, money.profitMilli, money.profitOccurrences);
    addTo(emptySeats, money.emptySeatValueMilli, money.emptySeatOccurrences);
  }
  return {
    revenueMilli: known(revenue.milli, revenue.classes),
    revenueOccurrences: revenue.occurrences,
    costMilli: known(cost.milli, cost.classes),
    costOccurrences: cost.occurrences,
    profitMilli: known(profit.milli, profit.classes),
    profitOccurrences: profit.occurrences,
    emptySeatValueMilli: known(emptySeats.milli, emptySeats.classes),
    emptySeatOccurrences: emptySeats.occurrences,
  };
}

interface Total {
  milli: number;
  /** Classes that have the figure. */
  classes: number;
  occurrences: number;
}

function newTotal(): Total {
  return { milli: 0, classes: 0, occurrences: 0 };
}

function addTo(total: Total, milli: number | null, occurrences: number): void {
  total.occurrences += occurrences;
  if (milli === null) return;
  total.milli += milli;
  total.classes += 1;
}

/**
 * People from which a class earns what it costs: fixed costs over what a visit leaves, each averaged over occurrences
 * whose costs are known, because trainers are paid differently. A visit brings in what it did, else what is configured.
 * Source: `domain.md` d2, `breakeven`.
 */
export function breakevenOf({ sessions, tally, amountsOf }: ClassReview): Breakeven {
  const revenuePerVisitMilli = observedPerVisit(tally) ?? tally.pricePerVisitMilli;
  const held = sessions.filter(({ isCancelled }) => !isCancelled);
  const costs = held.flatMap((session) => costsOf(amountsOf(session)) ?? []);
  if (costs.length === 0) return { breakevenAttendance: null, breakevenReason: 'cost_unknown' };
  if (revenuePerVisitMilli === null) {
    return { breakevenAttendance: null, breakevenReason: 'revenue_per_visit_unknown' };
  }
  let fixedMilli = 0;
  let marginMilli = 0;
  for (const cost of costs) {
    fixedMilli += cost.fixedMilli;
    marginMilli += revenuePerVisitMilli - cost.perVisitMilli;
  }
  if (marginMilli <= 0) return { breakevenAttendance: null, breakevenReason: 'no_margin' };
  const people = Math.max(0, Math.ceil(fixedMilli / marginMilli - TINY));
  const places = held.flatMap(({ capacity }) => capacity ?? []);
  const isAbove = places.length > 0 && people > Math.max(...places);
  return { breakevenAttendance: people, breakevenReason: isAbove ? 'above_capacity' : null };
}

/** What a visit to a graded occurrence brought in. */
function observedPerVisit({ earnedMilli, visits }: Tally): number | null {
  return ratio(earnedMilli, visits);
}
