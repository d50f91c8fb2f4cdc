/** Classes added up: every figure is made of these sums. Formulas: docs/method.md. */

import { isHeld } from '../reports/sessions/session-facts.ts';
import type { ClassFacts, ClassSeries } from './facts.ts';

/** What the sums of a class depend on besides the class. */
export interface SumContext {
  readonly nowUtcMs: number;
  /** Begin of the second half of the range: only trends need it. */
  readonly halfUtcMs?: number | undefined;
  /** People expected in a class, null where nothing compares: only slot indexes need it. */
  readonly expectedIn?: ((facts: ClassFacts) => number | null) | undefined;
  /** What a visit brings in, thousandths: only values of empty places need it. */
  readonly priceOf?: ((series: ClassSeries) => number | null) | undefined;
}

/** Of classes that were counted in one way: people present and check-ins are never mixed in one figure. */
export class CountedSums {
  graded = 0;
  attended = 0;
  /** Those with a capacity. */
  rated = 0;
  ratedAttended = 0;
  ratedPlaces = 0;
  emptySeats = 0;
  over = 0;
  /** Those with bookings. */
  knownN = 0;
  knownBooked = 0;
  netNoShows = 0;
  walkIns = 0;
  /** Those with revenue. */
  earnedN = 0;
  earned = 0;
  visits = 0;
  /** Those with a profit or a loss. */
  profits = 0;
  losses = 0;
  /** Rated ones of the first half of the range, and of the second. */
  attended1 = 0;
  places1 = 0;
  attended2 = 0;
  places2 = 0;
  slotN = 0;
  slotAttended = 0;
  slotExpected = 0;
  emptyN = 0;
  emptyValue = 0;
}

/** A name with N is the number of classes that the sum of the same name is of. Money in thousandths. */
export class Sums {
  of = 0;
  cancelled = 0;
  /** Ended and not cancelled. */
  held = 0;
  // Of classes that are not cancelled, future ones too.
  placesN = 0;
  places = 0;
  bookedN = 0;
  booked = 0;
  lateN = 0;
  late = 0;
  waitingN = 0;
  waiting = 0;
  // Of classes that took place.
  rosterN = 0;
  rosterBooked = 0;
  rosterNoShows = 0;
  revenueN = 0;
  revenue = 0;
  costN = 0;
  cost = 0;
  profitN = 0;
  profit = 0;
  /** Classes whose costs are known, and of these the ones with a price. */
  costedN = 0;
  fixed = 0;
  visitCost = 0;
  pricedN = 0;
  pricedFixed = 0;
  pricedVisitCost = 0;
  price = 0;
  /** Classes that say how many were waiting, and those where anyone was. */
  waitlists = 0;
  queued = 0;
  readonly present = new CountedSums();
  readonly checkedIn = new CountedSums();

  /** Sums of the people present where any class has them, else of check-ins. */
  get counted(): CountedSums {
    return this.present.graded === 0 && this.checkedIn.graded > 0 ? this.checkedIn : this.present;
  }

  /** What {@link counted} counts; null where no class was counted. */
  get basis(): 'present' | 'checked_in' | null {
    if (this.present.graded > 0) return 'present';
    return this.checkedIn.graded > 0 ? 'checked_in' : null;
  }

  add(facts: ClassFacts, context: SumContext): void {
    const { session } = facts;
    this.of += 1;
    if (session.isCancelled) {
      this.cancelled += 1;
      return;
    }
    this.#addPlanned(facts);
    if (!isHeld(session, context.nowUtcMs)) return;
    this.held += 1;
    this.#addRoster(facts);
    if (facts.attended !== null && facts.basis !== null) {
      addCounted(this[facts.basis], facts, facts.attended);
      addCompared(this[facts.basis], facts, facts.attended, context);
    }
    this.#addMoney(facts);
    this.#addBreakeven(facts);
  }

  #addPlanned({ session: { capacity, booked, lateCancels, waitlisted } }: ClassFacts): void {
    if (capacity !== null) {
      this.placesN += 1;
      this.places += capacity;
    }
    if (booked !== null) {
      this.bookedN += 1;
      this.booked += booked;
    }
    if (lateCancels !== null) {
      this.lateN += 1;
      this.late += lateCancels;
    }
    if (waitlisted !== null) {
      this.waitingN += 1;
      this.waiting += waitlisted;
    }
  }

  #addRoster({ session: { booked, checkedIn, waitlisted } }: ClassFacts): void {
    if (booked !== null && checkedIn !== null) {
      this.rosterN += 1;
      this.rosterBooked += booked;
      this.rosterNoShows += Math.max(0, booked - checkedIn);
    }
    if (waitlisted === null) return;
    this.waitlists += 1;
    if (waitlisted > 0) this.queued += 1;
  }

  #addMoney(facts: ClassFacts): void {
    const { attended, basis } = facts;
    const revenue = revenueOf(facts);
    const cost = costOf(facts);
    if (revenue !== null) {
      this.revenueN += 1;
      this.revenue += revenue;
    }
    if (cost !== null) {
      this.costN += 1;
      this.cost += cost;
    }
    if (revenue !== null && cost !== null) {
      this.profitN += 1;
      this.profit += revenue - cost;
    }
    if (attended === null || basis === null || revenue === null) return;
    const counted = this[basis];
    counted.earnedN += 1;
    counted.earned += revenue;
    counted.visits += attended;
    if (cost === null) return;
    counted.profits += 1;
    if (revenue < cost) counted.losses += 1;
  }

  #addBreakeven({ prices: { priceMilli, costs } }: ClassFacts): void {
    if (costs === null) return;
    this.costedN += 1;
    this.fixed += costs.fixedMilli;
    this.visitCost += costs.perVisitMilli;
    if (priceMilli === null) return;
    this.pricedN += 1;
    this.pricedFixed += costs.fixedMilli;
    this.pricedVisitCost += costs.perVisitMilli;
    this.price += priceMilli;
  }
}

/** The sums of some classes. */
export function sumsOf(classes: Iterable<ClassFacts>, context: SumContext): Sums {
  const sums = new Sums();
  for (const facts of classes) sums.add(facts, context);
  return sums;
}

/** Revenue of a class that took place: as imported, else people times price. Source: docs/method.md#money. */
function revenueOf({ session, attended, prices: { priceMilli } }: ClassFacts): number | null {
  if (session.revenueMilli !== null) return session.revenueMilli;
  return attended === null || priceMilli === null ? null : attended * priceMilli;
}

/** Cost of a class that took place: where none depends on who came, it is known without a count. */
function costOf({ attended, prices: { costs } }: ClassFacts): number | null {
  if (costs === null) return null;
  if (costs.perVisitMilli === 0) return costs.fixedMilli;
  return attended === null ? null : costs.fixedMilli + attended * costs.perVisitMilli;
}

function addCounted(to: CountedSums, { session }: ClassFacts, attended: number): void {
  const { capacity, booked } = session;
  to.graded += 1;
  to.attended += attended;
  if (capacity !== null) {
    to.rated += 1;
    to.ratedAttended += attended;
    to.ratedPlaces += capacity;
    to.emptySeats += Math.max(0, capacity - attended);
    if (attended > capacity) to.over += 1;
  }
  if (booked !== null) {
    to.knownN += 1;
    to.knownBooked += booked;
    to.netNoShows += Math.max(0, booked - attended);
    to.walkIns += Math.max(0, attended - booked);
  }
}

function addCompared(
  to: CountedSums,
  facts: ClassFacts,
  attended: number,
  { halfUtcMs, expectedIn, priceOf }: SumContext,
): void {
  const { startsUtcMs, capacity } = facts.session;
  const expected = expectedIn?.(facts) ?? null;
  if (expected !== null) {
    to.slotN += 1;
    to.slotAttended += attended;
    to.slotExpected += expected;
  }
  if (capacity === null) return;
  if (halfUtcMs !== undefined && startsUtcMs < halfUtcMs) {
    to.attended1 += attended;
    to.places1 += capacity;
  } else if (halfUtcMs !== undefined) {
    to.attended2 += attended;
    to.places2 += capacity;
  }
  const price = priceOf?.(facts.series) ?? null;
  if (price === null) return;
  to.emptyN += 1;
  to.emptyValue += Math.max(0, capacity - attended) * price;
}
