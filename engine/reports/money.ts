/** Money of a class over its occurrences: sums with their n, break-even, and what its empty places would bring in. */

import { costsOf } from './economics.ts';
import { ratio, sumOf } from './figures.ts';
import type { ClassReview, HeldOccurrence } from './review.ts';
import { attendedOf } from './session-facts.ts';

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

/** The known values of a figure added up, and how many there are. */
class Sum {
  known = 0;
  #sum = 0;

  /** Null where nothing was known. */
  get sum(): number | null {
    return this.known === 0 ? null : this.#sum;
  }

  add(value: number | null): void {
    if (value === null) return;
    this.#sum += value;
    this.known += 1;
  }
}

/** Money of a class that was reviewed. In one pass, for it is reckoned for thousands of classes a report. */
export function classMoney({ held, graded }: ClassReview): ClassMoney {
  const [revenue, cost, profit] = [new Sum(), new Sum(), new Sum()];
  for (const { money } of held) {
    revenue.add(money.revenueMilli);
    cost.add(money.costMilli);
    profit.add(money.profitMilli);
  }
  const [earned, visits, emptySeats] = [new Sum(), new Sum(), new Sum()];
  for (const { session, money } of graded) {
    emptySeats.add(emptySeatsOf(session));
    if (money.revenueMilli === null) continue;
    earned.add(money.revenueMilli);
    visits.add(attendedOf(session));
  }
  const revenuePerVisitMilli = ratio(earned.sum, visits.sum);
  const perVisitMilli = revenuePerVisitMilli ?? configuredPerVisit(held);
  return {
    revenueMilli: revenue.sum,
    revenueOccurrences: revenue.known,
    costMilli: cost.sum,
    costOccurrences: cost.known,
    profitMilli: profit.sum,
    profitOccurrences: profit.known,
    emptySeatValueMilli:
      emptySeats.sum === null || perVisitMilli === null ? null : emptySeats.sum * perVisitMilli,
    emptySeatOccurrences: perVisitMilli === null ? 0 : emptySeats.known,
    profitPerClassMilli: ratio(profit.sum, profit.known),
    revenuePerVisitMilli,
  };
}

/** Sums over classes. */
export function totalMoney(classes: readonly MoneyTotals[]): MoneyTotals {
  const total = (valueIn: (money: MoneyTotals) => number | null) => sumOf(classes, valueIn).sum;
  return {
    revenueMilli: total(({ revenueMilli }) => revenueMilli),
    revenueOccurrences: total(({ revenueOccurrences }) => revenueOccurrences) ?? 0,
    costMilli: total(({ costMilli }) => costMilli),
    costOccurrences: total(({ costOccurrences }) => costOccurrences) ?? 0,
    profitMilli: total(({ profitMilli }) => profitMilli),
    profitOccurrences: total(({ profitOccurrences }) => profitOccurrences) ?? 0,
    emptySeatValueMilli: total(({ emptySeatValueMilli }) => emptySeatValueMilli),
    emptySeatOccurrences: total(({ emptySeatOccurrences }) => emptySeatOccurrences) ?? 0,
  };
}

/**
 * People from which a class earns what it costs: fixed costs over what a visit leaves, each averaged over occurrences
 * whose costs are known, because trainers are paid differently. A visit brings in what it did (`observedMilli`), else
 * what is configured. Source: `domain.md` d2, `breakeven`.
 */
export function breakevenOf(
  held: readonly HeldOccurrence[],
  observedMilli: number | null,
): Breakeven {
  const revenuePerVisitMilli = observedMilli ?? configuredPerVisit(held);
  const costs = held.flatMap(({ amounts }) => costsOf(amounts) ?? []);
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
  const places = held.flatMap(({ session }) => session.capacity ?? []);
  const isAbove = places.length > 0 && people > Math.max(...places);
  return { breakevenAttendance: people, breakevenReason: isAbove ? 'above_capacity' : null };
}

/** The same for all occurrences: it depends on the name of the class alone. */
function configuredPerVisit(held: readonly HeldOccurrence[]): number | null {
  return held.at(-1)?.amounts.revenuePerVisitMilli ?? null;
}

function emptySeatsOf(session: HeldOccurrence['session']): number | null {
  const attended = attendedOf(session);
  return attended === null || session.capacity === null
    ? null
    : Math.max(0, session.capacity - attended);
}
