/** The value of each measure, out of the sums of its classes. Unrounded; money in thousandths; null is unknown. */

import type { MeasureName } from './catalogue.ts';
import type { Sums, Total } from './sums.ts';

interface Valued {
  /** How many classes are in it. */
  readonly n: (sums: Sums) => number;
  readonly value: (sums: Sums) => number | null;
}

/** Rounding errors of doubles must not ask for one person more. */
const TINY = 1e-9;

const ofN = ({ of }: Sums) => of;
const placesN = ({ places }: Sums) => places.n;
const noShowsN = ({ noShows }: Sums) => noShows.n;

const total = (totalOf: (sums: Sums) => Total): Valued => ({
  n: (sums) => totalOf(sums).n,
  value: (sums) => totalOf(sums).known,
});
const mean = (totalOf: (sums: Sums) => Total): Valued => ({
  n: (sums) => totalOf(sums).n,
  value: (sums) => ratio(totalOf(sums).sum, totalOf(sums).n),
});

export const VALUES: Readonly<Record<MeasureName, Valued>> = {
  sessions: { n: ofN, value: ofN },
  held: { n: ofN, value: ({ held }) => held },
  cancelled: { n: ofN, value: ({ cancelled }) => cancelled },
  attended: total(({ attended }) => attended),
  capacity: total(({ capacity }) => capacity),
  fill_rate: { n: placesN, value: (sums) => ratio(sums.placesAttended, sums.places.sum) },
  average_attendance: mean(({ attended }) => attended),
  fill_goal: {
    n: ({ fillGoal }) => fillGoal.n,
    value: ({ fillGoal, fillGoalPlaces }) => ratio(fillGoal.sum, fillGoalPlaces),
  },
  attendance_goal: mean(({ attendanceGoal }) => attendanceGoal),
  booked: total(({ booked }) => booked),
  no_shows: total(({ noShows }) => noShows),
  no_show_rate: { n: noShowsN, value: (sums) => ratio(sums.noShows.sum, sums.noShowsBooked) },
  walk_ins: total(({ walkIns }) => walkIns),
  late_cancels: total(({ lateCancels }) => lateCancels),
  waitlisted: total(({ waitlisted }) => waitlisted),
  empty_seats: total(({ emptySeats }) => emptySeats),
  over_capacity: total(({ over }) => over),
  revenue: total(({ revenue }) => revenue),
  cost: total(({ cost }) => cost),
  pay: total(({ pay }) => pay),
  profit: total(({ profit }) => profit),
  profit_per_class: mean(({ profit }) => profit),
  revenue_per_visit: { n: ({ earned }) => earned.n, value: perVisitOf },
  empty_seat_value: total(({ emptyValue }) => emptyValue),
  breakeven_attendance: {
    n: (sums) => (perVisitOf(sums) === null ? sums.pricedN : sums.costedN),
    value: breakevenOf,
  },
  slot_index: {
    n: ({ expected }) => expected.n,
    value: (sums) => ratio(sums.expectedAttended, sums.expected.sum),
  },
  trend: { n: placesN, value: trendOf },
};

/** What a visit brought in, thousandths; not a whole number. */
export function perVisitOf({ earned, visits }: Sums): number | null {
  return ratio(earned.sum, visits);
}

/**
 * Fixed costs over what a visit leaves, over classes whose costs are known. A visit brings in what it did, else what is
 * configured. Source: docs/method.md#break-even.
 */
function breakevenOf(sums: Sums): number | null {
  const perVisit = perVisitOf(sums);
  const [n, fixed, margin] =
    perVisit === null
      ? [sums.pricedN, sums.pricedFixed, sums.price - sums.pricedVisitCost]
      : [sums.costedN, sums.fixed, perVisit * sums.costedN - sums.visitCost];
  return n === 0 || margin <= 0 ? null : Math.max(0, Math.ceil(fixed / margin - TINY));
}

function trendOf({ halves }: Sums): number | null {
  const [before, after] = halves.map(({ attended, places }) => ratio(attended, places));
  return before == null || after == null ? null : after - before;
}

export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
