/** Adds one class to the sums of its group. Formulas: docs/method.md. */

import { costsOf } from '../../reports/economics.ts';
import { type Columns, IS_CANCELLED, IS_CHECKED_IN, IS_PRESENT } from '../table/columns.ts';
import type { Layout } from './parts.ts';
import type { Span } from './span.ts';

/** What only some measures need to know of other classes. */
export interface Surroundings {
  /** First class of the second half of the range. */
  readonly turn: number;
  /** Thousandths by series, NaN where unknown: what a visit to it brings in. */
  readonly prices: Float64Array;
  /** People expected in a class, NaN where nothing compares. */
  readonly expectedIn: (row: number) => number;
}

export const NO_SURROUNDINGS: Surroundings = {
  turn: 0,
  prices: new Float64Array(),
  expectedIn: () => Number.NaN,
};

/** Amounts as numbers, by their number in the table; NaN is unknown. */
interface Amounts {
  readonly price: Float64Array;
  readonly fixed: Float64Array;
  readonly perVisit: Float64Array;
}

type Add = (data: Float64Array, begin: number, row: number) => void;

/** Makes what adds a class to the sums that begin at an index of `data`. */
export function adderOf(layout: Layout, span: Span, around: Surroundings): Add {
  const { columns } = span.table;
  const of = layout.of('of');
  const held = layout.of('held');
  const cancelled = layout.of('cancelled');
  const graded = layout.of('graded');
  const standing = standingAdder(layout, columns);
  const past = pastAdder(layout, span, around);
  const { nowUtcMs } = span;
  return (data, begin, row) => {
    data[begin + of] = (data[begin + of] ?? 0) + 1;
    const flags = columns.flags[row] ?? 0;
    if ((flags & IS_CANCELLED) !== 0) {
      data[begin + cancelled] = (data[begin + cancelled] ?? 0) + 1;
      return;
    }
    standing(data, begin, row);
    if ((columns.endsUtcMs[row] ?? 0) > nowUtcMs) return;
    data[begin + held] = (data[begin + held] ?? 0) + 1;
    const basis = (flags & IS_PRESENT) !== 0 ? 0 : (flags & IS_CHECKED_IN) !== 0 ? 1 : -1;
    if (basis >= 0) {
      const at = begin + graded + basis;
      data[at] = (data[at] ?? 0) + 1;
    }
    past(data, begin, row, basis);
  };
}

/** What all classes know that are not cancelled, future ones too. */
function standingAdder(layout: Layout, columns: Columns): Add {
  const pairs = (
    [
      ['places', 'placesN', 'places', columns.capacity],
      ['booked', 'bookedN', 'booked', columns.booked],
      ['late', 'lateN', 'late', columns.lateCancels],
      ['waiting', 'waitingN', 'waiting', columns.waitlisted],
    ] as const
  )
    .filter(([section]) => layout.has(section))
    .map(([, n, sum, column]) => ({ n: layout.of(n), sum: layout.of(sum), column }));
  return (data, begin, row) => {
    for (const { n, sum, column } of pairs) {
      const value = column[row] ?? -1;
      if (value < 0) continue;
      data[begin + n] = (data[begin + n] ?? 0) + 1;
      data[begin + sum] = (data[begin + sum] ?? 0) + value;
    }
  };
}

type AddPast = (data: Float64Array, begin: number, row: number, basis: number) => void;

/** What only classes know that took place. */
function pastAdder(layout: Layout, span: Span, around: Surroundings): AddPast {
  const steps: AddPast[] = [];
  const { columns } = span.table;
  if (layout.has('people') || layout.has('fill') || layout.has('trend')) {
    steps.push(peopleAdder(layout, columns, around));
  }
  if (layout.has('noShows')) steps.push(noShowAdder(layout, columns));
  if (
    layout.has('money') ||
    layout.has('visits') ||
    layout.has('breakeven') ||
    layout.has('verdict')
  ) {
    steps.push(moneyAdder(layout, span));
  }
  if (layout.has('slot') || layout.has('emptyValue')) {
    steps.push(comparedAdder(layout, columns, around));
  }
  const [only] = steps;
  if (only !== undefined && steps.length === 1) return only;
  return (data, begin, row, basis) => {
    for (const step of steps) step(data, begin, row, basis);
  };
}

function peopleAdder(layout: Layout, columns: Columns, { turn }: Surroundings): AddPast {
  const isPeople = layout.has('people');
  const isFill = layout.has('fill');
  const isTrend = layout.has('trend');
  const [people, rated, ratedAttended, ratedPlaces] = [
    layout.of('attended'),
    layout.of('rated'),
    layout.of('ratedAttended'),
    layout.of('ratedPlaces'),
  ];
  const [empty, over] = [layout.of('emptySeats'), layout.of('over')];
  const [early, earlyPlaces] = [layout.of('attended1'), layout.of('places1')];
  const [late, latePlaces] = [layout.of('attended2'), layout.of('places2')];
  return (data, begin, row, basis) => {
    if (basis < 0) return;
    const at = begin + basis;
    const attended = columns.attended[row] ?? 0;
    const capacity = columns.capacity[row] ?? -1;
    if (isPeople) data[at + people] = (data[at + people] ?? 0) + attended;
    if (capacity < 0) return;
    if (isFill) {
      data[at + rated] = (data[at + rated] ?? 0) + 1;
      data[at + ratedAttended] = (data[at + ratedAttended] ?? 0) + attended;
      data[at + ratedPlaces] = (data[at + ratedPlaces] ?? 0) + capacity;
      if (attended < capacity) data[at + empty] = (data[at + empty] ?? 0) + capacity - attended;
      if (attended > capacity) data[at + over] = (data[at + over] ?? 0) + 1;
    }
    if (isTrend) {
      const [one, other] = row < turn ? [early, earlyPlaces] : [late, latePlaces];
      data[at + one] = (data[at + one] ?? 0) + attended;
      data[at + other] = (data[at + other] ?? 0) + capacity;
    }
  };
}

function noShowAdder(layout: Layout, columns: Columns): AddPast {
  const [rosterN, rosterBooked, rosterNoShows] = [
    layout.of('rosterN'),
    layout.of('rosterBooked'),
    layout.of('rosterNoShows'),
  ];
  const [knownN, knownBooked] = [layout.of('knownN'), layout.of('knownBooked')];
  const [net, walkIns] = [layout.of('netNoShows'), layout.of('walkIns')];
  return (data, begin, row, basis) => {
    const booked = columns.booked[row] ?? -1;
    if (booked < 0) return;
    const checkedIn = columns.checkedIn[row] ?? -1;
    if (checkedIn >= 0) {
      data[begin + rosterN] = (data[begin + rosterN] ?? 0) + 1;
      data[begin + rosterBooked] = (data[begin + rosterBooked] ?? 0) + booked;
      data[begin + rosterNoShows] =
        (data[begin + rosterNoShows] ?? 0) + Math.max(0, booked - checkedIn);
    }
    if (basis < 0) return;
    const at = begin + basis;
    const attended = columns.attended[row] ?? 0;
    data[at + knownN] = (data[at + knownN] ?? 0) + 1;
    data[at + knownBooked] = (data[at + knownBooked] ?? 0) + booked;
    data[at + net] = (data[at + net] ?? 0) + Math.max(0, booked - attended);
    data[at + walkIns] = (data[at + walkIns] ?? 0) + Math.max(0, attended - booked);
  };
}

function comparedAdder(layout: Layout, columns: Columns, around: Surroundings): AddPast {
  const isSlot = layout.has('slot');
  const isEmptyValue = layout.has('emptyValue');
  const { prices, expectedIn } = around;
  const [slotN, slotAttended] = [layout.of('slotN'), layout.of('slotAttended')];
  const slotExpected = layout.of('slotExpected');
  const [emptyN, emptyValue] = [layout.of('emptyN'), layout.of('emptyValue')];
  return (data, begin, row, basis) => {
    if (basis < 0) return;
    const at = begin + basis;
    const attended = columns.attended[row] ?? 0;
    if (isSlot) {
      const expected = expectedIn(row);
      if (!Number.isNaN(expected)) {
        data[at + slotN] = (data[at + slotN] ?? 0) + 1;
        data[at + slotAttended] = (data[at + slotAttended] ?? 0) + attended;
        data[at + slotExpected] = (data[at + slotExpected] ?? 0) + expected;
      }
    }
    const capacity = columns.capacity[row] ?? -1;
    const price = prices[columns.series[row] ?? 0] ?? Number.NaN;
    if (isEmptyValue && capacity >= 0 && !Number.isNaN(price)) {
      data[at + emptyN] = (data[at + emptyN] ?? 0) + 1;
      data[at + emptyValue] =
        (data[at + emptyValue] ?? 0) + Math.max(0, capacity - attended) * price;
    }
  };
}

function moneyAdder(layout: Layout, { table }: Span): AddPast {
  const { columns } = table;
  const amounts = amountsOf(table.amounts.things);
  const isMoney = layout.has('money');
  const isVisits = layout.has('visits');
  const isBreakeven = layout.has('breakeven');
  const isVerdict = layout.has('verdict');
  const [revenueN, revenue] = [layout.of('revenueN'), layout.of('revenue')];
  const [costN, costSum] = [layout.of('costN'), layout.of('cost')];
  const [profitN, profit] = [layout.of('profitN'), layout.of('profit')];
  const [earnedN, earned, visits] = [
    layout.of('earnedN'),
    layout.of('earned'),
    layout.of('visits'),
  ];
  const [costedN, fixed, visitCost] = [
    layout.of('costedN'),
    layout.of('fixed'),
    layout.of('visitCost'),
  ];
  const [pricedN, pricedFixed] = [layout.of('pricedN'), layout.of('pricedFixed')];
  const [pricedVisitCost, price] = [layout.of('pricedVisitCost'), layout.of('price')];
  const [waitlists, queued] = [layout.of('waitlists'), layout.of('queued')];
  const [profits, losses] = [layout.of('profits'), layout.of('losses')];
  return (data, begin, row, basis) => {
    const add = (place: number, value: number) => {
      data[place] = (data[place] ?? 0) + value;
    };
    const own = columns.amounts[row] ?? 0;
    const attended = basis < 0 ? Number.NaN : (columns.attended[row] ?? 0);
    const pricePerVisit = amounts.price[own] ?? Number.NaN;
    const fixedCost = amounts.fixed[own] ?? Number.NaN;
    const perVisit = amounts.perVisit[own] ?? Number.NaN;
    const imported = columns.revenueMilli[row] ?? Number.NaN;
    const revenueMilli = Number.isNaN(imported) ? attended * pricePerVisit : imported;
    // Where no cost depends on who came, it is known without a count.
    const cost = perVisit === 0 ? fixedCost : fixedCost + attended * perVisit;
    const hasRevenue = !Number.isNaN(revenueMilli);
    const hasCost = !Number.isNaN(cost);
    if (isMoney && hasRevenue) {
      add(begin + revenueN, 1);
      add(begin + revenue, revenueMilli);
    }
    if (isMoney && hasCost) {
      add(begin + costN, 1);
      add(begin + costSum, cost);
    }
    if (isMoney && hasRevenue && hasCost) {
      add(begin + profitN, 1);
      add(begin + profit, revenueMilli - cost);
    }
    if (isVisits && basis >= 0 && hasRevenue) {
      add(begin + earnedN + basis, 1);
      add(begin + earned + basis, revenueMilli);
      add(begin + visits + basis, attended);
    }
    if (isBreakeven && !Number.isNaN(fixedCost)) {
      add(begin + costedN, 1);
      add(begin + fixed, fixedCost);
      add(begin + visitCost, perVisit);
      if (!Number.isNaN(pricePerVisit)) {
        add(begin + pricedN, 1);
        add(begin + pricedFixed, fixedCost);
        add(begin + pricedVisitCost, perVisit);
        add(begin + price, pricePerVisit);
      }
    }
    if (!isVerdict) return;
    const waitlisted = columns.waitlisted[row] ?? -1;
    if (waitlisted >= 0) add(begin + waitlists, 1);
    if (waitlisted > 0) add(begin + queued, 1);
    if (basis < 0 || !hasRevenue || !hasCost) return;
    add(begin + profits + basis, 1);
    if (revenueMilli < cost) add(begin + losses + basis, 1);
  };
}

function amountsOf(things: Span['table']['amounts']['things']): Amounts {
  const costs = things.map(costsOf);
  return {
    price: Float64Array.from(things, (one) => one.revenuePerVisitMilli ?? Number.NaN),
    fixed: Float64Array.from(costs, (one) => one?.fixedMilli ?? Number.NaN),
    perVisit: Float64Array.from(costs, (one) => one?.perVisitMilli ?? Number.NaN),
  };
}
