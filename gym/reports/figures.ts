/** Figures over several classes: ratios of sums over those where both parts are known, each with its n. */

import type { ClassSession } from '../sessions/session.ts';
import { attendedOf, isHeld, type NoShowsBasis, rosterNoShows } from './session-facts.ts';

/** What `attended` counts: bodies (cameras, a person's correction) or check-ins. Never both in one figure. */
export type AttendanceBasis = 'present' | 'checked_in';

/** Of classes that took place: ended, not cancelled. Rates are not rounded; a figure whose n is 0 is null. */
export interface AttendanceFigures {
  readonly heldClasses: number;
  /** Bodies where any class has a graded count of them, else check-ins; null where there is neither. */
  readonly attendanceBasis: AttendanceBasis | null;
  /** Classes with a graded number of that basis: the n of `attended` and `averageAttendance`. */
  readonly gradedClasses: number;
  readonly attended: number | null;
  readonly averageAttendance: number | null;
  /** Graded classes with a known capacity: the n of `fillRate` and `capacity`. */
  readonly ratedClasses: number;
  readonly capacity: number | null;
  /** 0..; over 1 is possible. */
  readonly fillRate: number | null;
  /** Classes with known bookings: the n of `booked`. */
  readonly bookedClasses: number;
  readonly booked: number | null;
  /** The one basis of `noShows`: that of more classes, the roster where they are as many; null where unknown. */
  readonly noShowsBasis: NoShowsBasis | null;
  /** The n of `noShows` and `noShowRate`. */
  readonly noShowClasses: number;
  readonly noShows: number | null;
  /** Over the bookings of the same classes; null where there were none. */
  readonly noShowRate: number | null;
  /** Over graded classes with known bookings. */
  readonly walkIns: number | null;
}

/** Fill over the sessions that have a count of one basis and a capacity. */
export interface Fill {
  readonly ratedClasses: number;
  readonly capacity: number | null;
  readonly fillRate: number | null;
}

/** Sums over the classes counted on one basis. */
class BasisSums {
  gradedClasses = 0;
  attended = 0;
  ratedClasses = 0;
  ratedAttended = 0;
  capacity = 0;
  /** Graded classes with known bookings: what no-shows by count and walk-ins are of. */
  bookedClasses = 0;
  booked = 0;
  netNoShows = 0;
  walkIns = 0;

  clear(): void {
    this.gradedClasses = 0;
    this.attended = 0;
    this.ratedClasses = 0;
    this.ratedAttended = 0;
    this.capacity = 0;
    this.bookedClasses = 0;
    this.booked = 0;
    this.netNoShows = 0;
    this.walkIns = 0;
  }

  addAll(other: BasisSums): void {
    this.gradedClasses += other.gradedClasses;
    this.attended += other.attended;
    this.ratedClasses += other.ratedClasses;
    this.ratedAttended += other.ratedAttended;
    this.capacity += other.capacity;
    this.bookedClasses += other.bookedClasses;
    this.booked += other.booked;
    this.netNoShows += other.netNoShows;
    this.walkIns += other.walkIns;
  }

  add({ capacity, booked }: ClassSession, attended: number): void {
    this.gradedClasses += 1;
    this.attended += attended;
    if (capacity !== null) {
      this.ratedClasses += 1;
      this.ratedAttended += attended;
      this.capacity += capacity;
    }
    if (booked !== null) {
      this.bookedClasses += 1;
      this.booked += booked;
      this.netNoShows += Math.max(0, booked - attended);
      this.walkIns += Math.max(0, attended - booked);
    }
  }
}

/**
 * Sums over classes that took place, added one by one: several figures can be made in one pass, and one after another
 * from the same sums.
 */
export class FigureSums {
  #heldClasses = 0;
  #bookedClasses = 0;
  #booked = 0;
  #rosterClasses = 0;
  #rosterBooked = 0;
  #rosterNoShows = 0;
  readonly #present = new BasisSums();
  /** Null until there is one: few gyms have both. */
  #checkedIn: BasisSums | null = null;

  /** Begins again. */
  clear(): void {
    this.#heldClasses = 0;
    this.#bookedClasses = 0;
    this.#booked = 0;
    this.#rosterClasses = 0;
    this.#rosterBooked = 0;
    this.#rosterNoShows = 0;
    this.#present.clear();
    this.#checkedIn?.clear();
  }

  /** Adds a class that took place, see `isHeld`. */
  add(session: ClassSession): void {
    this.#heldClasses += 1;
    const attended = attendedOf(session);
    if (attended !== null) this.#sumsFor(session).add(session, attended);
    if (session.booked === null) return;
    this.#bookedClasses += 1;
    this.#booked += session.booked;
    const noShows = rosterNoShows(session);
    if (noShows === null) return;
    this.#rosterClasses += 1;
    this.#rosterBooked += session.booked;
    this.#rosterNoShows += noShows;
  }

  /** Adds what others have added up: they are whole numbers, whose sum is the same in any order. */
  addAll(other: FigureSums): void {
    this.#heldClasses += other.#heldClasses;
    this.#bookedClasses += other.#bookedClasses;
    this.#booked += other.#booked;
    this.#rosterClasses += other.#rosterClasses;
    this.#rosterBooked += other.#rosterBooked;
    this.#rosterNoShows += other.#rosterNoShows;
    this.#present.addAll(other.#present);
    if (other.#checkedIn === null) return;
    this.#checkedIn ??= new BasisSums();
    this.#checkedIn.addAll(other.#checkedIn);
  }

  figures(): AttendanceFigures {
    const basis = this.#basis();
    const of = (basis === 'checked_in' ? this.#checkedIn : null) ?? this.#present;
    // Who stayed away, by one basis, with the bookings of the same classes.
    const isRoster = this.#rosterClasses >= of.bookedClasses;
    const noShowClasses = isRoster ? this.#rosterClasses : of.bookedClasses;
    const noShows = isRoster ? this.#rosterNoShows : of.netNoShows;
    return {
      heldClasses: this.#heldClasses,
      attendanceBasis: basis,
      gradedClasses: of.gradedClasses,
      attended: known(of.attended, of.gradedClasses),
      averageAttendance: ratio(of.attended, of.gradedClasses),
      ratedClasses: of.ratedClasses,
      capacity: known(of.capacity, of.ratedClasses),
      fillRate: ratio(of.ratedAttended, of.capacity),
      bookedClasses: this.#bookedClasses,
      booked: known(this.#booked, this.#bookedClasses),
      noShowsBasis: noShowClasses === 0 ? null : isRoster ? 'roster' : 'net',
      noShowClasses,
      noShows: known(noShows, noShowClasses),
      noShowRate: ratio(noShows, isRoster ? this.#rosterBooked : of.booked),
      walkIns: known(of.walkIns, of.bookedClasses),
    };
  }

  #sumsFor(session: ClassSession): BasisSums {
    if (gradedBasisOf(session) !== 'checked_in') return this.#present;
    this.#checkedIn ??= new BasisSums();
    return this.#checkedIn;
  }

  /** Bodies go before check-ins. */
  #basis(): AttendanceBasis | null {
    if (this.#present.gradedClasses > 0) return 'present';
    return (this.#checkedIn?.gradedClasses ?? 0) > 0 ? 'checked_in' : null;
  }
}

/**
 * Figures of the sessions that have taken place at `nowUtcMs`; the others change nothing. The order is free. `sums` are
 * what is added up in: given by who makes the figures of thousands of classes, one after another.
 */
export function figuresOf(
  sessions: readonly ClassSession[],
  nowUtcMs: number,
  sums = new FigureSums(),
): AttendanceFigures {
  sums.clear();
  for (const session of sessions) if (isHeld(session, nowUtcMs)) sums.add(session);
  return sums.figures();
}

/** A sum, or null where nothing went into it. */
export function known(sum: number, of: number): number | null {
  return of === 0 ? null : sum;
}

/** What a class's graded number counts; null where it has none. */
export function gradedBasisOf(session: ClassSession): AttendanceBasis | null {
  if (attendedOf(session) === null) return null;
  return session.attendance?.source === 'import' ? 'checked_in' : 'present';
}

/** Fill of classes that took place, counted in `basis` only. */
export function fillOf(held: readonly ClassSession[], basis: AttendanceBasis | null): Fill {
  const rated = held.filter(
    (session) => basis !== null && session.capacity !== null && gradedBasisOf(session) === basis,
  );
  const capacity = sumOf(rated, (session) => session.capacity).sum;
  return {
    ratedClasses: rated.length,
    capacity,
    fillRate: ratio(sumOf(rated, attendedOf).sum, capacity),
  };
}

/** The known values added up, and how many there are; null where there are none. */
export function sumOf<T>(
  items: readonly T[],
  valueIn: (item: T) => number | null,
): { readonly sum: number | null; readonly known: number } {
  let sum = 0;
  let count = 0;
  for (const item of items) {
    const value = valueIn(item);
    if (value === null) continue;
    sum += value;
    count += 1;
  }
  return { sum: known(sum, count), known: count };
}

/** Null where a part is unknown or nothing is divided by. */
export function ratio(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : part / whole;
}
