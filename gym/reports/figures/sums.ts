/** Classes added up to figures, in one pass: a window has many thousands. */

import type { ClassSession } from '../../sessions/session.ts';
import {
  type AttendanceBasis,
  attendedOf,
  gradedBasisOf,
  isHeld,
  rosterNoShows,
} from '../sessions/session-facts.ts';
import { type ClassesFigures, type Figures, rounded } from './figures.ts';
import { known, ratio } from './ratio.ts';

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

  figures(): Figures {
    const basis = this.#basis();
    const of = (basis === 'checked_in' ? this.#checkedIn : null) ?? this.#present;
    // Who stayed away, by one basis, with the bookings of the same classes.
    const isRoster = this.#rosterClasses >= of.bookedClasses;
    const noShowClasses = isRoster ? this.#rosterClasses : of.bookedClasses;
    const noShows = isRoster ? this.#rosterNoShows : of.netNoShows;
    return {
      completed_classes: this.#heldClasses,
      attendance_basis: basis,
      graded_classes: of.gradedClasses,
      attended: known(of.attended, of.gradedClasses),
      average_attendance: ratio(of.attended, of.gradedClasses),
      capacity: known(of.capacity, of.ratedClasses),
      fill_rate: ratio(of.ratedAttended, of.capacity),
      rated_classes: of.ratedClasses,
      booked: known(this.#booked, this.#bookedClasses),
      booked_classes: this.#bookedClasses,
      no_shows: known(noShows, noShowClasses),
      no_show_rate: ratio(noShows, isRoster ? this.#rosterBooked : of.booked),
      no_shows_basis: noShowClasses === 0 ? null : isRoster ? 'roster' : 'net',
      no_show_classes: noShowClasses,
      walk_ins: known(of.walkIns, of.bookedClasses),
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
): Figures {
  sums.clear();
  for (const session of sessions) if (isHeld(session, nowUtcMs)) sums.add(session);
  return sums.figures();
}

/** All classes of a time, and the rounded figures of those that took place. */
export function classesOf(sessions: readonly ClassSession[], nowUtcMs: number): ClassesFigures {
  const { completed_classes, ...figures } = rounded(figuresOf(sessions, nowUtcMs));
  return {
    total_classes: sessions.length,
    completed_classes,
    cancelled_classes: sessions.filter(({ isCancelled }) => isCancelled).length,
    ...figures,
  };
}
