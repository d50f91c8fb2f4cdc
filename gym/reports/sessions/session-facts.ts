/** What follows from one class: whether it took place, who came, how full it was, who stayed away. */

import type { ClassSession } from '../../sessions/session.ts';

/** Whether a class has taken place: it has ended and was not cancelled. */
export function isHeld(session: ClassSession, nowUtcMs: number): boolean {
  return !session.isCancelled && session.endsUtcMs <= nowUtcMs;
}

/** People who were there, where the number has a grade (A, B or C); else null. */
export function attendedOf({ attendance }: ClassSession): number | null {
  return attendance === null || attendance.quality === 'none' ? null : attendance.attended;
}

/** Attended over capacity, 0.., not rounded; over 1 where more came than there are places. */
export function sessionFill(session: ClassSession): number | null {
  const attended = session.isCancelled ? null : attendedOf(session);
  return attended === null || session.capacity === null ? null : attended / session.capacity;
}

/** Who booked and did not come; null where neither a roster nor a count says it. */
export interface NoShows {
  readonly people: number;
  readonly basis: 'roster' | 'net';
}

/**
 * Bookings without a check-in where a roster was imported, else bookings less who came: a lower bound. Neither is ever
 * negative. Source: docs/method.md#fill-and-no-shows.
 */
export function noShowsOf(session: ClassSession): NoShows | null {
  const { booked, checkedIn } = session;
  const came = checkedIn ?? attendedOf(session);
  if (booked === null || came === null) return null;
  return { people: Math.max(0, booked - came), basis: checkedIn === null ? 'net' : 'roster' };
}

/** People beyond the bookings. */
export function walkIns(session: ClassSession): number | null {
  const attended = attendedOf(session);
  return session.booked === null || attended === null
    ? null
    : Math.max(0, attended - session.booked);
}
