/** The value of each measure, out of the sums of its classes. Unrounded; money in thousandths; null is unknown. */

import type { MeasureName } from './catalogue.ts';
import type { Sums } from './sums.ts';

interface Valued {
  /** How many classes are in it. */
  readonly n: (sums: Sums) => number;
  readonly value: (sums: Sums) => number | null;
}

/** Rounding errors of doubles must not ask for one person more. */
const TINY = 1e-9;

const gradedN = ({ counted }: Sums) => counted.graded;
const ratedN = ({ counted }: Sums) => counted.rated;
const knownN = ({ counted }: Sums) => counted.knownN;
const ofN = ({ of }: Sums) => of;

export const VALUES: Readonly<Record<MeasureName, Valued>> = {
  sessions: { n: ofN, value: ofN },
  held: { n: ofN, value: ({ held }) => held },
  cancelled: { n: ofN, value: ({ cancelled }) => cancelled },
  attended: { n: gradedN, value: ({ counted }) => known(counted.attended, counted.graded) },
  capacity: { n: (sums) => sums.placesN, value: (sums) => known(sums.places, sums.placesN) },
  fill_rate: { n: ratedN, value: ({ counted: c }) => ratio(c.ratedAttended, c.ratedPlaces) },
  average_attendance: { n: gradedN, value: ({ counted: c }) => ratio(c.attended, c.graded) },
  booked: { n: (sums) => sums.bookedN, value: (sums) => known(sums.booked, sums.bookedN) },
  no_shows: { n: noShowN, value: (sums) => known(noShowsOf(sums), noShowN(sums)) },
  no_show_rate: {
    n: noShowN,
    value: (sums) =>
      ratio(noShowsOf(sums), isRoster(sums) ? sums.rosterBooked : sums.counted.knownBooked),
  },
  walk_ins: { n: knownN, value: ({ counted }) => known(counted.walkIns, counted.knownN) },
  late_cancels: { n: (sums) => sums.lateN, value: (sums) => known(sums.late, sums.lateN) },
  waitlisted: { n: (sums) => sums.waitingN, value: (sums) => known(sums.waiting, sums.waitingN) },
  empty_seats: { n: ratedN, value: ({ counted }) => known(counted.emptySeats, counted.rated) },
  over_capacity: { n: ratedN, value: ({ counted }) => known(counted.over, counted.rated) },
  revenue: { n: (sums) => sums.revenueN, value: (sums) => known(sums.revenue, sums.revenueN) },
  cost: { n: (sums) => sums.costN, value: (sums) => known(sums.cost, sums.costN) },
  profit: { n: (sums) => sums.profitN, value: (sums) => known(sums.profit, sums.profitN) },
  profit_per_class: {
    n: (sums) => sums.profitN,
    value: (sums) => ratio(sums.profit, sums.profitN),
  },
  revenue_per_visit: { n: ({ counted }) => counted.earnedN, value: perVisitOf },
  empty_seat_value: {
    n: ({ counted }) => counted.emptyN,
    value: ({ counted }) => known(counted.emptyValue, counted.emptyN),
  },
  breakeven_attendance: {
    n: (sums) => (perVisitOf(sums) === null ? sums.pricedN : sums.costedN),
    value: breakevenOf,
  },
  slot_index: {
    n: ({ counted }) => counted.slotN,
    value: ({ counted: c }) => ratio(c.slotAttended, c.slotExpected),
  },
  trend: { n: ratedN, value: trendOf },
};

/** No-shows by the roster where as many classes have one as have bookings and a count, else bookings less who came. */
export function isRoster(sums: Sums): boolean {
  return sums.rosterN >= sums.counted.knownN;
}

function noShowN(sums: Sums): number {
  return isRoster(sums) ? sums.rosterN : sums.counted.knownN;
}

function noShowsOf(sums: Sums): number {
  return isRoster(sums) ? sums.rosterNoShows : sums.counted.netNoShows;
}

/** What a visit brought in, thousandths; not a whole number. */
export function perVisitOf({ counted }: Sums): number | null {
  return ratio(counted.earned, counted.visits);
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

function trendOf({ counted }: Sums): number | null {
  const before = ratio(counted.attended1, counted.places1);
  const after = ratio(counted.attended2, counted.places2);
  return before === null || after === null ? null : after - before;
}

/** A sum, or null where no class is in it. */
export function known(sum: number, n: number): number | null {
  return n === 0 ? null : sum;
}

export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
