/**
 * Classes added up: every figure is made of these sums. Formulas: docs/method.md. And where their attendance comes
 * from: whether two sides of a comparison were counted alike.
 */

import {
  type AttendanceSource,
  type ClassSession,
  isHeld,
  noShowsOf,
} from '../sessions/session.ts';
import type { ClassFacts, ClassSeries } from './class-table.ts';

/** What the sums of a class depend on besides the class. */
export interface SumContext {
  readonly nowUtcMs: number;
  /** Begin of the second half of the range: only trends need it. */
  readonly halfUtcMs?: number | undefined;
  /** What the others of a slot drew, null where nothing compares: only slot indexes need it. */
  readonly expectedIn?: ((facts: ClassFacts) => Expected | null) | undefined;
  /** What a visit brings in, thousandths: only values of empty places need it. */
  readonly priceOf?: ((series: ClassSeries) => number | null) | undefined;
}

/** What the other classes of a slot drew. */
export interface Expected {
  readonly people: number;
  /** Whether any of them has check-ins where the class has people present, or the other way round. */
  readonly isOtherwise: boolean;
}

/** What some classes add up to of those that know it. */
export class Total {
  /** Classes that know it. */
  n = 0;
  sum = 0;

  add(value: number | null): void {
    if (value === null) return;
    this.n += 1;
    this.sum += value;
  }

  /** Null where no class knows it. */
  get known(): number | null {
    return this.n === 0 ? null : this.sum;
  }
}

/** Classes with an attendance, by its source. */
export type Sources = Record<AttendanceSource, number>;

/** Fill of one half of the range. */
class Half {
  n = 0;
  checkIns = 0;
  attended = 0;
  places = 0;
}

/** A name with N is a number of classes. Money in thousandths. */
export class Sums {
  of = 0;
  cancelled = 0;
  /** Ended and not cancelled. */
  held = 0;
  // Of classes that are not cancelled, future ones too.
  readonly capacity = new Total();
  readonly booked = new Total();
  readonly lateCancels = new Total();
  readonly waitlisted = new Total();
  // Of classes that took place.
  /** Those with an attendance, by its source. */
  readonly sources: Sources = { manual: 0, camera: 0, import: 0 };
  readonly attended = new Total();
  /** Places of those with an attendance and a capacity, and who came to them. */
  readonly places = new Total();
  placesAttended = 0;
  /** People to reach, and places to fill of those with such a goal: of classes that have an attendance. */
  readonly attendanceGoal = new Total();
  readonly fillGoal = new Total();
  fillGoalPlaces = 0;
  readonly emptySeats = new Total();
  readonly over = new Total();
  readonly noShows = new Total();
  /** Bookings of the same classes, and how many of these have a roster. */
  noShowsBooked = 0;
  rosterN = 0;
  readonly walkIns = new Total();
  readonly revenue = new Total();
  readonly cost = new Total();
  readonly pay = new Total();
  readonly profit = new Total();
  /** Classes whose costs are known, and of these the ones with a price. */
  costedN = 0;
  fixed = 0;
  visitCost = 0;
  pricedN = 0;
  pricedFixed = 0;
  pricedVisitCost = 0;
  price = 0;
  /** Revenue of those with an attendance, and who came to them; of these the ones with a profit or a loss. */
  readonly earned = new Total();
  visits = 0;
  profits = 0;
  losses = 0;
  /** Classes that say how many were waiting, and those where anyone was. */
  waitlists = 0;
  queued = 0;
  readonly halves = [new Half(), new Half()] as const;
  /** People expected in classes that compare, and who came to them. */
  readonly expected = new Total();
  expectedAttended = 0;
  /** Those that are compared with classes of the other kind of source. */
  otherwiseN = 0;
  readonly emptyValue = new Total();

  add(facts: ClassFacts, context: SumContext): void {
    const { session, attended } = facts;
    this.of += 1;
    if (session.isCancelled) {
      this.cancelled += 1;
      return;
    }
    this.capacity.add(session.capacity);
    this.booked.add(session.booked);
    this.lateCancels.add(session.lateCancels);
    this.waitlisted.add(session.waitlisted);
    if (!isHeld(session, context.nowUtcMs)) return;
    this.held += 1;
    this.#addAbsent(session);
    const source = session.attendance?.source;
    if (attended !== null && source !== undefined) {
      this.sources[source] += 1;
      this.#addAttended(session, attended);
      this.#addGoals(facts);
      this.#addCompared(facts, { attended, source }, context);
    }
    this.#addMoney(facts);
    this.#addBreakeven(facts);
  }

  #addAbsent(session: ClassSession): void {
    const { booked, waitlisted } = session;
    const absent = noShowsOf(session);
    if (absent !== null) {
      this.noShows.add(absent.people);
      this.noShowsBooked += booked ?? 0;
      if (absent.basis === 'roster') this.rosterN += 1;
    }
    if (waitlisted === null) return;
    this.waitlists += 1;
    if (waitlisted > 0) this.queued += 1;
  }

  #addAttended({ capacity, booked }: ClassSession, attended: number): void {
    this.attended.add(attended);
    if (booked !== null) this.walkIns.add(Math.max(0, attended - booked));
    if (capacity === null) return;
    this.places.add(capacity);
    this.placesAttended += attended;
    this.emptySeats.add(Math.max(0, capacity - attended));
    this.over.add(attended > capacity ? 1 : 0);
  }

  #addGoals({ session: { capacity }, goals: { fill, attendance } }: ClassFacts): void {
    this.attendanceGoal.add(attendance);
    if (capacity === null || fill === null) return;
    this.fillGoal.add(fill * capacity);
    this.fillGoalPlaces += capacity;
  }

  #addCompared(
    facts: ClassFacts,
    { attended, source }: { readonly attended: number; readonly source: AttendanceSource },
    { halfUtcMs, expectedIn, priceOf }: SumContext,
  ): void {
    const { startsUtcMs, capacity } = facts.session;
    const expected = expectedIn?.(facts) ?? null;
    if (expected !== null) {
      this.expected.add(expected.people);
      this.expectedAttended += attended;
      if (expected.isOtherwise) this.otherwiseN += 1;
    }
    if (capacity === null) return;
    if (halfUtcMs !== undefined) {
      const half = this.halves[startsUtcMs < halfUtcMs ? 0 : 1];
      half.n += 1;
      half.attended += attended;
      half.places += capacity;
      if (source === 'import') half.checkIns += 1;
    }
    const price = priceOf?.(facts.series) ?? null;
    if (price !== null) this.emptyValue.add(Math.max(0, capacity - attended) * price);
  }

  #addMoney(facts: ClassFacts): void {
    const { attended } = facts;
    const revenue = revenueOf(facts);
    const { costs } = facts.prices;
    const cost = costs && amountOf(costs.fixedMilli, costs.perVisitMilli, attended);
    const profit = revenue === null || cost === null ? null : revenue - cost;
    this.revenue.add(revenue);
    this.cost.add(cost);
    this.pay.add(costs && amountOf(costs.flatPayMilli, costs.perHeadPayMilli, attended));
    this.profit.add(profit);
    if (attended === null || revenue === null) return;
    this.earned.add(revenue);
    this.visits += attended;
    if (profit === null) return;
    this.profits += 1;
    if (profit < 0) this.losses += 1;
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

/** Of a class that took place: where none of it depends on who came, it is known without a count. */
function amountOf(fixed: number, perVisit: number, attended: number | null): number | null {
  if (perVisit === 0) return fixed;
  return attended === null ? null : fixed + attended * perVisit;
}

/** `present`: people there, by cameras and corrections. `mixed`: some classes have people present, others check-ins. */
export const ATTENDANCE_BASES = ['present', 'checked_in', 'mixed'] as const;
export type AttendanceBasis = (typeof ATTENDANCE_BASES)[number];

/** `mixed`: the roster tells of some classes, bookings less who came of others. */
export const NO_SHOWS_BASES = ['roster', 'net', 'mixed'] as const;
export type NoShowsBasis = (typeof NO_SHOWS_BASES)[number];

/** Difference of the shares of check-ins from which two mixed sides are counted in different ways. Chosen here. */
const OTHERWISE = 0.1;

/** Null where no class was counted. */
export function attendanceBasis(sources: Sources): AttendanceBasis | null {
  return basisOf(sources.manual + sources.camera, sources.import, ['present', 'checked_in']);
}

/** Null where no class says who stayed away. */
export function noShowsBasis({ rosterN, noShows }: Pick<Sums, 'rosterN' | 'noShows'>) {
  return basisOf(rosterN, noShows.n - rosterN, ['roster', 'net']);
}

/** Classes with an attendance on one side of a comparison. */
export interface Side {
  readonly n: number;
  /** Those of them that have check-ins. */
  readonly checkIns: number;
}

/** Whether the one side counts people present where the other counts check-ins; false where either counts nobody. */
export function isCountedOtherwise(one: Side, other: Side): boolean {
  const [share, others] = [one, other].map(({ n, checkIns }) => checkIns / n) as [number, number];
  const differs = [0, 1].some((pure) => (share === pure) !== (others === pure));
  return one.n > 0 && other.n > 0 && (differs || Math.abs(share - others) > OTHERWISE);
}

/** What is to be known with a difference between two ranges; null where they were counted alike. */
export function changeNote(earlier: Sums, later: Sums): string | null {
  const sideOf = ({ attended: { n }, sources }: Sums): Side => ({ n, checkIns: sources.import });
  return otherwiseText('The two ranges', 'change', [sideOf(earlier), sideOf(later)]);
}

/** What is to be known with a trend; null where both halves were counted alike. */
export function trendNote({ halves }: Sums): string | null {
  return otherwiseText('The halves of the range', 'trend', halves);
}

/** What is to be known with a slot index; null where all classes compare with others that were counted alike. */
export function slotNote({ expected, otherwiseN }: Sums): string | null {
  return otherwiseN === 0
    ? null
    : `${otherwiseN} of ${expected.n} classes compare with some that were counted in another way, people present or check-ins: part of the slot index may come from that.`;
}

function otherwiseText(
  sides: string,
  figure: string,
  [earlier, later]: readonly [Side, Side],
): string | null {
  if (!isCountedOtherwise(earlier, later)) return null;
  const [before, after] = [earlier, later].map(({ n, checkIns }) => `${checkIns} of ${n}`);
  return `${sides} were counted in different ways: check-ins in ${before} classes, then in ${after}. Part of the ${figure} may come from that.`;
}

function basisOf<Basis extends string>(
  one: number,
  other: number,
  [oneName, otherName]: readonly [Basis, Basis],
): Basis | 'mixed' | null {
  if (one > 0 && other > 0) return 'mixed';
  if (one > 0) return oneName;
  return other > 0 ? otherName : null;
}
