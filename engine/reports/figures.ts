/** Figures over several classes: ratios of sums over those where both parts are known, each with its n. */

import type { ClassSession } from '../sessions/index.ts';
import {
  attendedOf,
  isHeld,
  type NoShowsBasis,
  netNoShows,
  rosterNoShows,
} from './session-facts.ts';

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

/** Figures of the sessions that have taken place at `nowUtcMs`; the others change nothing. The order is free. */
export function figuresOf(sessions: readonly ClassSession[], nowUtcMs: number): AttendanceFigures {
  const held = sessions.filter((session) => isHeld(session, nowUtcMs));
  const basis = basisOf(held);
  const graded = held.filter((session) => basis !== null && gradedBasisOf(session) === basis);
  const attended = sumOf(graded, attendedOf);
  return {
    heldClasses: held.length,
    attendanceBasis: basis,
    gradedClasses: attended.known,
    attended: attended.sum,
    averageAttendance: ratio(attended.sum, attended.known),
    ...fillOf(held, basis),
    bookedClasses: held.filter(({ booked }) => booked !== null).length,
    booked: sumOf(held, ({ booked }) => booked).sum,
    ...noShowsOf(held, graded),
    walkIns: sumOf(graded, walkInsOf).sum,
  };
}

/** What the counts of these classes are to be counted in. */
export function basisOf(held: readonly ClassSession[]): AttendanceBasis | null {
  const bases = held.map(gradedBasisOf);
  if (bases.includes('present')) return 'present';
  return bases.includes('checked_in') ? 'checked_in' : null;
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
  let known = 0;
  for (const item of items) {
    const value = valueIn(item);
    if (value === null) continue;
    sum += value;
    known += 1;
  }
  return { sum: known === 0 ? null : sum, known };
}

/** Null where a part is unknown or nothing is divided by. */
export function ratio(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : part / whole;
}

function walkInsOf(session: ClassSession): number | null {
  const attended = attendedOf(session);
  return attended === null || session.booked === null
    ? null
    : Math.max(0, attended - session.booked);
}

function noShowsOf(held: readonly ClassSession[], graded: readonly ClassSession[]) {
  const byRoster = held.filter((session) => rosterNoShows(session) !== null);
  const byCount = graded.filter((session) => netNoShows(session) !== null);
  const isRoster = byRoster.length >= byCount.length;
  const classes = isRoster ? byRoster : byCount;
  const noShows = sumOf(classes, isRoster ? rosterNoShows : netNoShows).sum;
  return {
    noShowsBasis: noShows === null ? null : isRoster ? ('roster' as const) : ('net' as const),
    noShowClasses: classes.length,
    noShows,
    noShowRate: ratio(noShows, sumOf(classes, ({ booked }) => booked).sum),
  };
}
