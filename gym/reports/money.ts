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
  const emptySeatValueMilli = emptySeatValueOf(tally);
  return {
    revenueMilli: known(tally.revenueMilli, tally.revenueOccurrences),
    revenueOccurrences: tally.revenueOccurrences,
    costMilli: known(tally.costMilli, tally.costOccurrences),
    costOccurrences: tally.costOccurrences,
    profitMilli: profitOf(tally),
    profitOccurrences: tally.profitOccurrences,
    emptySeatValueMilli,
    emptySeatOccurrences: emptySeatValueMilli === null ? 0 : tally.emptySeatOccurrences,
    profitPerClassMilli: ratio(tally.profitMilli, tally.profitOccurrences),
    revenuePerVisitMilli: observedPerVisit(tally),
  };
}

export function profitOf({ profitMilli, profitOccurrences }: Tally): number | null {
  return known(profitMilli, profitOccurrences);
}

/** Sums over classes, in their order. In one pass and from their tallies, for a window has thousands. */
export function totalMoney(classes: readonly ClassReview[]): MoneyTotals {
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
  return {
    revenueMilli: known(revenue.milli, revenue.occurrences),
    revenueOccurrences: revenue.occurrences,
    costMilli: known(cost.milli, cost.occurrences),
    costOccurrences: cost.occurrences,
    profitMilli: known(profit.milli, profit.occurrences),
    profitOccurrences: profit.occurrences,
    emptySeatValueMilli: known(emptySeats.milli, emptySeats.occurrences),
    emptySeatOccurrences: emptySeats.occurrences,
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

/**
 * People from which a class earns what it costs: fixed costs over what a visit leaves, each averaged over occurrences
 * whose costs are known, because trainers are paid differently. A visit brings in what it did, else what is configured.
 * Source: docs/method.md#break-even.
 */
export function breakevenOf({ sessions, tally, amountsOf }: ClassReview): Breakeven {
  const revenuePerVisitMilli = perVisitOf(tally);
  let fixedMilli = 0;
  let marginMilli = 0;
  let costed = 0;
  let mostPlaces = Number.NEGATIVE_INFINITY;
  for (const session of sessions) {
    if (session.isCancelled) continue;
    if (session.capacity !== null) mostPlaces = Math.max(mostPlaces, session.capacity);
    const costs = costsOf(amountsOf(session));
    if (costs === null) continue;
    costed += 1;
    fixedMilli += costs.fixedMilli;
    marginMilli += (revenuePerVisitMilli ?? 0) - costs.perVisitMilli;
  }
  if (costed === 0) return { breakevenAttendance: null, breakevenReason: 'cost_unknown' };
  if (revenuePerVisitMilli === null) {
    return { breakevenAttendance: null, breakevenReason: 'revenue_per_visit_unknown' };
  }
  if (marginMilli <= 0) return { breakevenAttendance: null, breakevenReason: 'no_margin' };
  const people = Math.max(0, Math.ceil(fixedMilli / marginMilli - TINY));
  const isAbove = Number.isFinite(mostPlaces) && people > mostPlaces;
  return { breakevenAttendance: people, breakevenReason: isAbove ? 'above_capacity' : null };
}

/** What the empty places would bring in; null where no place or no price is known. */
function emptySeatValueOf(tally: Tally): number | null {
  const perVisitMilli = perVisitOf(tally);
  return perVisitMilli === null || tally.emptySeatOccurrences === 0
    ? null
    : tally.emptySeats * perVisitMilli;
}

/** What a visit brings in: as it did, else as configured. */
function perVisitOf(tally: Tally): number | null {
  return observedPerVisit(tally) ?? tally.pricePerVisitMilli;
}

/** What a visit to a graded occurrence brought in. */
function observedPerVisit({ earnedMilli, visits }: Tally): number | null {
  return ratio(earnedMilli, visits);
}
