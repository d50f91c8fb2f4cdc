/** What the occurrences of a class add up to, apart from its attendance: money, empty places, people waiting. */

import type { AmountsConfig } from '../../../config/config.ts';
import type { ClassSession } from '../../sessions/session.ts';
import type { VerdictCounts } from '../classes/verdict.ts';
import { type AttendanceBasis, attendedOf, gradedBasisOf } from '../sessions/session-facts.ts';
import { type AmountsOf, type Costs, costOf, costsOf, revenueOf } from './economics.ts';

/** Sums over occurrences that took place and have the figure, each with its n. Amounts are thousandths of the unit. */
export interface Tally extends VerdictCounts {
  readonly revenueMilli: number;
  readonly revenueOccurrences: number;
  readonly costMilli: number;
  readonly costOccurrences: number;
  readonly profitMilli: number;
  readonly profitOccurrences: number;
  /** Revenue of graded occurrences, and the people of these. */
  readonly earnedMilli: number;
  readonly visits: number;
  /** Empty places of graded occurrences. */
  readonly emptySeats: number;
  readonly emptySeatOccurrences: number;
  /** As configured: the same for all occurrences, for it depends on the name of the class alone. */
  readonly pricePerVisitMilli: number | null;
}

class Sums implements Tally {
  revenueMilli = 0;
  revenueOccurrences = 0;
  costMilli = 0;
  costOccurrences = 0;
  profitMilli = 0;
  profitOccurrences = 0;
  earnedMilli = 0;
  visits = 0;
  emptySeats = 0;
  emptySeatOccurrences = 0;
  pricePerVisitMilli: number | null = null;
  profits = 0;
  losses = 0;
  waitlists = 0;
  waiting = 0;

  add(session: ClassSession, amounts: AmountsConfig, costs: Costs | null, isGraded: boolean): void {
    const revenueMilli = revenueOf(session, amounts);
    const costMilli = costOf(session, costs);
    this.pricePerVisitMilli = amounts.revenuePerVisitMilli;
    if (revenueMilli !== null) {
      this.revenueMilli += revenueMilli;
      this.revenueOccurrences += 1;
    }
    if (costMilli !== null) {
      this.costMilli += costMilli;
      this.costOccurrences += 1;
    }
    const hasProfit = revenueMilli !== null && costMilli !== null;
    if (hasProfit) {
      this.profitMilli += revenueMilli - costMilli;
      this.profitOccurrences += 1;
    }
    if (session.waitlisted !== null) {
      this.waitlists += 1;
      if (session.waitlisted > 0) this.waiting += 1;
    }
    if (!isGraded) return;
    this.#addPeople(session, revenueMilli);
    if (hasProfit) {
      this.profits += 1;
      if (revenueMilli < costMilli) this.losses += 1;
    }
  }

  #addPeople(session: ClassSession, revenueMilli: number | null): void {
    const people = attendedOf(session) ?? 0;
    if (revenueMilli !== null) {
      this.earnedMilli += revenueMilli;
      this.visits += people;
    }
    if (session.capacity !== null) {
      this.emptySeats += Math.max(0, session.capacity - people);
      this.emptySeatOccurrences += 1;
    }
  }
}

/**
 * Adds up occurrences that are over, in their order; of cancelled ones nothing. Graded are those with a number of `basis`.
 * In one pass, and with nothing kept of each: it is done for thousands of classes a report.
 */
export function tallyOf(
  sessions: readonly ClassSession[],
  basis: AttendanceBasis | null,
  amountsOf: AmountsOf,
): Tally {
  const sums = new Sums();
  let amounts: AmountsConfig | null = null;
  let costs: Costs | null = null;
  for (const session of sessions) {
    if (session.isCancelled) continue;
    const own = amountsOf(session);
    if (own !== amounts) {
      amounts = own;
      costs = costsOf(own);
    }
    const isGraded = basis !== null && gradedBasisOf(session) === basis;
    sums.add(session, own, costs, isGraded);
  }
  return sums;
}
