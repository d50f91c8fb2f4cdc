/** From how many people on a class earns what it costs. */

import { type Static, Type } from 'typebox';
import type { ClassReview } from '../classes/review.ts';
import { closed, nullable, people, words } from '../fields/field.ts';
import { ratio } from '../figures/ratio.ts';
import { costsOf } from './economics.ts';
import type { Tally } from './tally.ts';

/**
 * `no_margin`: a visit brings in no more than it costs. `above_capacity`: the number stands, but there are fewer places.
 * Null where there is nothing to say.
 */
export const BREAKEVEN = {
  breakeven_attendance: people('Attendance from which the class earns what it costs.'),
  breakeven_reason: nullable(
    words(
      ['no_margin', 'revenue_per_visit_unknown', 'cost_unknown', 'above_capacity'],
      'Why there is no break-even; `above_capacity`: there is one, but fewer places.',
    ),
  ),
};

const breakeven = Type.Object(BREAKEVEN, closed);

export type Breakeven = Static<typeof breakeven>;

/** Rounding errors of doubles must not ask for one person more. */
const TINY = 1e-9;

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
  if (costed === 0) return { breakeven_attendance: null, breakeven_reason: 'cost_unknown' };
  if (revenuePerVisitMilli === null) {
    return { breakeven_attendance: null, breakeven_reason: 'revenue_per_visit_unknown' };
  }
  if (marginMilli <= 0) return { breakeven_attendance: null, breakeven_reason: 'no_margin' };
  const attendance = Math.max(0, Math.ceil(fixedMilli / marginMilli - TINY));
  const isAbove = Number.isFinite(mostPlaces) && attendance > mostPlaces;
  return {
    breakeven_attendance: attendance,
    breakeven_reason: isAbove ? 'above_capacity' : null,
  };
}

/** What a visit brings in: as it did, else as configured. */
export function perVisitOf(tally: Tally): number | null {
  return observedPerVisit(tally) ?? tally.pricePerVisitMilli;
}

/** What a visit to a graded occurrence brought in, thousandths; not a whole number. */
export function observedPerVisit({ earnedMilli, visits }: Tally): number | null {
  return ratio(earnedMilli, visits);
}
