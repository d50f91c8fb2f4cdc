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

/** Bookings without a check-in; null where no roster was imported. Check-ins of walk-ins never make it negative. */
export function rosterNoShows({ booked, checkedIn }: ClassSession): number | null {
  return booked === null || checkedIn === null ? null : Math.max(0, booked - checkedIn);
}

/** Bookings less people present. Source: docs/method.md#fill-and-no-shows. */
export function netNoShows(session: ClassSession): number | null {
  const attended = attendedOf(session);
  return session.booked === null || attended === null
    ? null
    : Math.max(0, session.booked - attended);
}

/** People beyond the bookings. */
export function walkIns(session: ClassSession): number | null {
  const attended = attendedOf(session);
  return session.booked === null || attended === null
    ? null
    : Math.max(0, attended - session.booked);
}
