/** The value of each measure, out of the sums of a row. Unrounded; money in thousandths; null is unknown. */

import type { MeasureName } from '../catalogue.ts';
import type { GroupSums, SectionName } from './parts.ts';

interface Valued {
  readonly needs: readonly SectionName[];
  /** How many classes are in it. */
  readonly n: (row: GroupSums) => number;
  readonly value: (row: GroupSums) => number | null;
}

/** Rounding errors of doubles must not ask for one person more. */
const TINY = 1e-9;

const gradedN = (row: GroupSums) => (row.basis === null ? 0 : row.graded('graded'));
const ratedN = (row: GroupSums) => (row.basis === null ? 0 : row.graded('rated'));
const knownN = (row: GroupSums) => (row.basis === null ? 0 : row.graded('knownN'));
const allOf = (row: GroupSums) => row.sum('of');

export const VALUES: Readonly<Record<MeasureName, Valued>> = {
  sessions: { needs: [], n: allOf, value: allOf },
  held: { needs: [], n: allOf, value: (row) => row.sum('held') },
  cancelled: { needs: [], n: allOf, value: (row) => row.sum('cancelled') },
  attended: {
    needs: ['people'],
    n: gradedN,
    value: (row) => known(row.graded('attended'), gradedN(row)),
  },
  capacity: {
    needs: ['places'],
    n: (row) => row.sum('placesN'),
    value: (row) => known(row.sum('places'), row.sum('placesN')),
  },
  fill_rate: {
    needs: ['fill'],
    n: ratedN,
    value: (row) =>
      ratedN(row) === 0 ? null : ratio(row.graded('ratedAttended'), row.graded('ratedPlaces')),
  },
  average_attendance: {
    needs: ['people'],
    n: gradedN,
    value: (row) => ratio(row.graded('attended'), gradedN(row)),
  },
  booked: {
    needs: ['booked'],
    n: (row) => row.sum('bookedN'),
    value: (row) => known(row.sum('booked'), row.sum('bookedN')),
  },
  no_shows: {
    needs: ['noShows'],
    n: noShowN,
    value: (row) => known(noShowsOf(row), noShowN(row)),
  },
  no_show_rate: {
    needs: ['noShows'],
    n: noShowN,
    value: (row) =>
      noShowN(row) === 0
        ? null
        : ratio(
            noShowsOf(row),
            isRoster(row) ? row.sum('rosterBooked') : row.graded('knownBooked'),
          ),
  },
  walk_ins: {
    needs: ['noShows'],
    n: knownN,
    value: (row) => known(row.graded('walkIns'), knownN(row)),
  },
  late_cancels: {
    needs: ['late'],
    n: (row) => row.sum('lateN'),
    value: (row) => known(row.sum('late'), row.sum('lateN')),
  },
  waitlisted: {
    needs: ['waiting'],
    n: (row) => row.sum('waitingN'),
    value: (row) => known(row.sum('waiting'), row.sum('waitingN')),
  },
  empty_seats: {
    needs: ['fill'],
    n: ratedN,
    value: (row) => known(row.graded('emptySeats'), ratedN(row)),
  },
  over_capacity: {
    needs: ['fill'],
    n: ratedN,
    value: (row) => known(row.graded('over'), ratedN(row)),
  },
  revenue: {
    needs: ['money'],
    n: (row) => row.sum('revenueN'),
    value: (row) => known(row.sum('revenue'), row.sum('revenueN')),
  },
  cost: {
    needs: ['money'],
    n: (row) => row.sum('costN'),
    value: (row) => known(row.sum('cost'), row.sum('costN')),
  },
  profit: {
    needs: ['money'],
    n: (row) => row.sum('profitN'),
    value: (row) => known(row.sum('profit'), row.sum('profitN')),
  },
  profit_per_class: {
    needs: ['money'],
    n: (row) => row.sum('profitN'),
    value: (row) => ratio(row.sum('profit'), row.sum('profitN')),
  },
  revenue_per_visit: {
    needs: ['visits'],
    n: (row) => (row.basis === null ? 0 : row.graded('earnedN')),
    value: perVisitOf,
  },
  empty_seat_value: {
    needs: ['emptyValue'],
    n: (row) => (row.basis === null ? 0 : row.graded('emptyN')),
    value: (row) =>
      row.basis === null ? null : known(row.graded('emptyValue'), row.graded('emptyN')),
  },
  breakeven_attendance: {
    needs: ['visits', 'breakeven'],
    n: (row) => row.sum(perVisitOf(row) === null ? 'pricedN' : 'costedN'),
    value: breakevenOf,
  },
  slot_index: {
    needs: ['slot'],
    n: (row) => (row.basis === null ? 0 : row.graded('slotN')),
    value: (row) =>
      row.basis === null ? null : ratio(row.graded('slotAttended'), row.graded('slotExpected')),
  },
  trend: {
    needs: ['fill', 'trend'],
    n: ratedN,
    value: (row) => {
      if (row.basis === null) return null;
      const before = ratio(row.graded('attended1'), row.graded('places1'));
      const after = ratio(row.graded('attended2'), row.graded('places2'));
      return before === null || after === null ? null : after - before;
    },
  },
};

/** Who stayed away by one basis, with the bookings of the same classes: that of more classes, the roster of as many. */
export function isRoster(row: GroupSums): boolean {
  return row.sum('rosterN') >= knownN(row);
}

function noShowN(row: GroupSums): number {
  return isRoster(row) ? row.sum('rosterN') : knownN(row);
}

function noShowsOf(row: GroupSums): number {
  return isRoster(row) ? row.sum('rosterNoShows') : row.graded('netNoShows');
}

/** What a visit brought in, thousandths. */
export function perVisitOf(row: GroupSums): number | null {
  return row.basis === null ? null : ratio(row.graded('earned'), row.graded('visits'));
}

/** Fixed costs over what a visit leaves: a visit brings in what it did, else what is configured. */
function breakevenOf(row: GroupSums): number | null {
  const perVisit = perVisitOf(row);
  const isObserved = perVisit !== null;
  const n = row.sum(isObserved ? 'costedN' : 'pricedN');
  if (n === 0) return null;
  const margin = isObserved
    ? perVisit * n - row.sum('visitCost')
    : row.sum('price') - row.sum('pricedVisitCost');
  const fixed = row.sum(isObserved ? 'fixed' : 'pricedFixed');
  return margin <= 0 ? null : Math.max(0, Math.ceil(fixed / margin - TINY));
}

function known(sum: number, of: number): number | null {
  return of === 0 ? null : sum;
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
