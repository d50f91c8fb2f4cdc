/** What the occurrences of a class add up to beside its attendance: money, empty places, people waiting. */

import type { AmountsConfig } from '../config/index.ts';
import type { ClassSession } from '../sessions/index.ts';
import { moneyOf, type SessionMoney } from './economics.ts';
import { type AttendanceBasis, gradedBasisOf } from './figures.ts';
import { attendedOf } from './session-facts.ts';
import type { VerdictCounts } from './verdict.ts';

/** Finds the amounts of a class. */
export type AmountsOf = (session: ClassSession) => AmountsConfig;

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

  add(session: ClassSession, amounts: AmountsConfig, isGraded: boolean): void {
    const { revenueMilli, costMilli, profitMilli } = moneyOf(session, amounts);
    this.pricePerVisitMilli = amounts.revenuePerVisitMilli;
    if (revenueMilli !== null) {
      this.revenueMilli += revenueMilli;
      this.revenueOccurrences += 1;
    }
    if (costMilli !== null) {
      this.costMilli += costMilli;
      this.costOccurrences += 1;
    }
    if (profitMilli !== null) {
      this.profitMilli += profitMilli;
      this.profitOccurrences += 1;
    }
    if (session.waitlisted !== null) {
      this.waitlists += 1;
      if (session.waitlisted > 0) this.waiting += 1;
    }
    if (isGraded) addGraded(this, session, { revenueMilli, profitMilli });
  }
}

function addGraded(
  sums: Sums,
  session: ClassSession,
  { revenueMilli, profitMilli }: Pick<SessionMoney, 'revenueMilli' | 'profitMilli'>,
): void {
  const people = attendedOf(session) ?? 0;
  if (revenueMilli !== null) {
    sums.earnedMilli += revenueMilli;
    sums.visits += people;
  }
  if (session.capacity !== null) {
    sums.emptySeats += Math.max(0, session.capacity - people);
    sums.emptySeatOccurrences += 1;
  }
  if (profitMilli !== null) {
    sums.profits += 1;
    if (profitMilli < 0) sums.losses += 1;
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
  for (const session of sessions) {
    if (session.isCancelled) continue;
    const isGraded = basis !== null && gradedBasisOf(session) === basis;
    sums.add(session, amountsOf(session), isGraded);
  }
  return sums;
}
