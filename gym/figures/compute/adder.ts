/** Adds one class to the sums of its group. Formulas: docs/method.md. */

import { costsOf } from '../../reports/money/economics.ts';
import type { Span } from '../codes/span.ts';
import { type Columns, IS_CANCELLED, IS_CHECKED_IN, IS_PRESENT } from '../table/columns.ts';
import type { Layout } from './parts.ts';

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

/** Adds a class to the sums that begin at an index of `data`. */
export type Add = (data: Float64Array, begin: number, row: number) => void;

function add(data: Float64Array, place: number, value: number): void {
  data[place] = (data[place] ?? 0) + value;
}

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
    add(data, begin + of, 1);
    const flags = columns.flags[row] ?? 0;
    if ((flags & IS_CANCELLED) !== 0) {
      add(data, begin + cancelled, 1);
      return;
    }
    standing(data, begin, row);
    if ((columns.endsUtcMs[row] ?? 0) > nowUtcMs) return;
    add(data, begin + held, 1);
    const basis = (flags & IS_PRESENT) !== 0 ? 0 : (flags & IS_CHECKED_IN) !== 0 ? 1 : -1;
    if (basis >= 0) {
      const at = begin + graded + basis;
      add(data, at, 1);
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
      add(data, begin + n, 1);
      add(data, begin + sum, value);
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
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: most of it is `?? 0` of typed arrays, in the loop over all classes
  return (data, begin, row, basis) => {
    if (basis < 0) return;
    const at = begin + basis;
    const attended = columns.attended[row] ?? 0;
    const capacity = columns.capacity[row] ?? -1;
    if (isPeople) add(data, at + people, attended);
    if (capacity < 0) return;
    if (isFill) {
      add(data, at + rated, 1);
      add(data, at + ratedAttended, attended);
      add(data, at + ratedPlaces, capacity);
      if (attended < capacity) add(data, at + empty, capacity - attended);
      if (attended > capacity) add(data, at + over, 1);
    }
    if (isTrend) {
      const [one, other] = row < turn ? [early, earlyPlaces] : [late, latePlaces];
      add(data, at + one, attended);
      add(data, at + other, capacity);
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
      add(data, begin + rosterN, 1);
      add(data, begin + rosterBooked, booked);
      add(data, begin + rosterNoShows, Math.max(0, booked - checkedIn));
    }
    if (basis < 0) return;
    const at = begin + basis;
    const attended = columns.attended[row] ?? 0;
    add(data, at + knownN, 1);
    add(data, at + knownBooked, booked);
    add(data, at + net, Math.max(0, booked - attended));
    add(data, at + walkIns, Math.max(0, attended - booked));
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
        add(data, at + slotN, 1);
        add(data, at + slotAttended, attended);
        add(data, at + slotExpected, expected);
      }
    }
    const capacity = columns.capacity[row] ?? -1;
    const price = prices[columns.series[row] ?? 0] ?? Number.NaN;
    if (isEmptyValue && capacity >= 0 && !Number.isNaN(price)) {
      add(data, at + emptyN, 1);
      add(data, at + emptyValue, Math.max(0, capacity - attended) * price);
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
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: most of it is `?? 0` of typed arrays, in the loop over all classes
  return (data, begin, row, basis) => {
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
      add(data, begin + revenueN, 1);
      add(data, begin + revenue, revenueMilli);
    }
    if (isMoney && hasCost) {
      add(data, begin + costN, 1);
      add(data, begin + costSum, cost);
    }
    if (isMoney && hasRevenue && hasCost) {
      add(data, begin + profitN, 1);
      add(data, begin + profit, revenueMilli - cost);
    }
    if (isVisits && basis >= 0 && hasRevenue) {
      add(data, begin + earnedN + basis, 1);
      add(data, begin + earned + basis, revenueMilli);
      add(data, begin + visits + basis, attended);
    }
    if (isBreakeven && !Number.isNaN(fixedCost)) {
      add(data, begin + costedN, 1);
      add(data, begin + fixed, fixedCost);
      add(data, begin + visitCost, perVisit);
      if (!Number.isNaN(pricePerVisit)) {
        add(data, begin + pricedN, 1);
        add(data, begin + pricedFixed, fixedCost);
        add(data, begin + pricedVisitCost, perVisit);
        add(data, begin + price, pricePerVisit);
      }
    }
    if (!isVerdict) return;
    const waitlisted = columns.waitlisted[row] ?? -1;
    if (waitlisted >= 0) add(data, begin + waitlists, 1);
    if (waitlisted > 0) add(data, begin + queued, 1);
    if (basis < 0 || !hasRevenue || !hasCost) return;
    add(data, begin + profits + basis, 1);
    if (revenueMilli < cost) add(data, begin + losses + basis, 1);
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
