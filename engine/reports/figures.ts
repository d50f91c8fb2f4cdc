/** Figures over several classes: ratios of sums over those where both parts are known, each with its n. */

import type { NoShowsBasis } from './session-facts.ts';

/** What `attended` counts: bodies (cameras, a person's correction) or check-ins. Never both in one figure. */
export type AttendanceBasis = 'present' | 'checked_in';

/** Of classes that took place: ended, not cancelled. Rates are not rounded. */
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
  /** The one basis of `noShows`; null where they are unknown. */
  readonly noShowsBasis: NoShowsBasis | null;
  /** The n of `noShows` and `noShowRate`. */
  readonly noShowClasses: number;
  readonly noShows: number | null;
  /** Over the bookings of the same classes; null where there were none. */
  readonly noShowRate: number | null;
  /** Over graded classes with known bookings. */
  readonly walkIns: number | null;
}
