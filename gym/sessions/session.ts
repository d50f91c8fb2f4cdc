/**
 * A class on one date: what the schedule says of it, what was booked, and who was there. This is what reports are made
 * of; unknown is null, never 0.
 */

import type { ClassValues, MergedField } from './class-fields.ts';

/** Who teaches. The id is stable and unique in its gym: the name in lower-case letters, digits and hyphens. */
export interface Trainer {
  readonly id: string;
  readonly name: string;
}

/** How far a head count can be trusted, best first; `none` is no count at all. Grades: docs/method.md#grades. */
export const QUALITIES = ['A', 'B', 'C', 'none'] as const;
export type Quality = (typeof QUALITIES)[number];

/** Where `attended` comes from: head counts, a person's correction, or the booking system's check-ins. */
export const SOURCES = ['camera', 'manual', 'import'] as const;
export type AttendanceSource = (typeof SOURCES)[number];

/** Who was there. */
export interface Attendance {
  readonly source: AttendanceSource;
  /** People without staff; null where no one can say. */
  readonly attended: number | null;
  /** The truth is believed to be within [low, high]; null where that side is open. */
  readonly low: number | null;
  readonly high: number | null;
  readonly quality: Quality;
  /** Codes of the reasons that lowered the quality, and of notes, most important first: `camera_outage`, `changeover`. */
  readonly reasons: readonly QualityReason[];
}

/** Every reason a quality can have. The text is for people; `docs/counting.md` says more. */
export const QUALITY_REASONS = {
  no_camera: 'No camera sees the room.',
  box_unreachable: 'The counts stay in the gym, and its box could not be asked.',
  no_samples: 'There are no counts of the time of the class.',
  low_coverage: 'Counts are missing for a part of the class.',
  camera_outage: 'A camera gave no pictures for a part of the class.',
  frozen_picture: 'A camera showed the same picture for a part of the class.',
  black_picture: 'A camera showed a black picture for a part of the class.',
  warming_up: 'The detector was still learning the room for a part of the class.',
  weak_detector: 'The detector is known to miss and double people.',
  density_count: 'People were counted without boxes: of such counts no error has been measured.',
  crowded: 'A full room: some people behind others are never seen.',
  small_input: 'Too many people for the size at which pictures are looked at.',
  unstable: 'Counts went up and down more than people come and go.',
  changeover: 'People of another class were in the room, with no pause between them.',
  not_empty: 'Counts are above zero when the room is empty: look for mirrors and posters.',
  short_class: 'The class is too short for a window in its middle.',
  zones_overlap: 'Cameras are added up, though their zones are not known to be disjoint.',
  gap_filled: 'A second camera filled in for the first.',
  calibrated: 'Corrected by true counts of this room.',
  in_progress: 'The class is still running.',
  corrected_by_hand: 'A person gave the number.',
  checked_in: 'The number is of check-ins: people who did not check in are missing.',
} as const;

export type QualityReason = keyof typeof QUALITY_REASONS;

/** A class on one date as the imports said it, all sources merged. */
export interface ScheduledClass extends Pick<ClassValues, Exclude<MergedField, 'trainerId'>> {
  /** Unique in the installation and stable over imports. */
  readonly id: string;
  readonly gymId: string;
  readonly trainer: Trainer | null;
}

/** `capacity` is the limit of the class, else of the room, else null; `revenueMilli` is null where the economics say it. */
export interface ClassSession extends Omit<ScheduledClass, 'room'> {
  /** Id of a configured room; null where the schedule names none that is configured. */
  readonly roomId: string | null;
  /** Name of the room for people: of the configured room, else as the schedule wrote it. */
  readonly roomName: string | null;
  /** Null before the class starts, and for a cancelled one. */
  readonly attendance: Attendance | null;
}

/** What a class is at an instant. A class that has begun and not ended is in progress. */
export const STATUSES = ['scheduled', 'in_progress', 'completed', 'cancelled'] as const;
export type SessionStatus = (typeof STATUSES)[number];

export function statusAt(session: ClassSession, nowUtcMs: number): SessionStatus {
  if (session.isCancelled) return 'cancelled';
  if (nowUtcMs < session.startsUtcMs) return 'scheduled';
  return nowUtcMs < session.endsUtcMs ? 'in_progress' : 'completed';
}

/* What follows from one class: whether it took place, who came, how full it was, who stayed away. */

/** Whether a class has taken place: it has ended and was not cancelled. */
export const isHeld = (session: ClassSession, nowUtcMs: number) =>
  !session.isCancelled && session.endsUtcMs <= nowUtcMs;

/** People who were there, where the number has a grade (A, B or C); else null. */
export function attendedOf({ attendance }: ClassSession): number | null {
  return attendance === null || attendance.quality === 'none' ? null : attendance.attended;
}

/** Attended over capacity, 0.., not rounded; over 1 where more came than there are places. */
export function sessionFill(session: ClassSession): number | null {
  const attended = session.isCancelled ? null : attendedOf(session);
  return attended === null || session.capacity === null ? null : attended / session.capacity;
}

/**
 * Who booked and did not come; null where neither a roster nor a count says it. Bookings without a check-in where a roster
 * was imported, else bookings less who came: a lower bound. Neither is ever negative. Source: docs/method.md#fill-and-no-shows.
 */
export function noShowsOf(session: ClassSession) {
  const { booked, checkedIn } = session;
  const came = checkedIn ?? attendedOf(session);
  if (booked === null || came === null) return null;
  const basis = checkedIn === null ? ('net' as const) : ('roster' as const);
  return { people: Math.max(0, booked - came), basis };
}

/** People beyond the bookings. */
export function walkIns(session: ClassSession): number | null {
  const { booked } = session;
  const attended = attendedOf(session);
  return booked === null || attended === null ? null : Math.max(0, attended - booked);
}
