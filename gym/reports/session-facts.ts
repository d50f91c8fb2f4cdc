/** What follows from one class at one instant: its state, how full it was, who stayed away. */

import { type ClassSession, type SessionStatus, statusAt } from '../sessions/session.ts';
import type { GymView } from '../sessions/view.ts';

/** `roster`: bookings without a check-in. `net`: bookings less people present, a lower bound, for walk-ins hide some. */
export type NoShowsBasis = 'roster' | 'net';

export interface SessionFacts {
  readonly session: ClassSession;
  readonly status: SessionStatus;
  /** Attended over capacity, 0.., not rounded; over 1 where more came than there are places. */
  readonly fillRate: number | null;
  /** Null until the class has ended. */
  readonly noShows: number | null;
  /** Null where `noShows` is. */
  readonly noShowsBasis: NoShowsBasis | null;
  /** People beyond the bookings; null until the class has ended. */
  readonly walkIns: number | null;
  /** People in the room now, while the class runs and the room's cameras are live. */
  readonly occupancyNow: number | null;
}

/** Whether a class has taken place: it has ended and was not cancelled. */
export function isHeld(session: ClassSession, nowUtcMs: number): boolean {
  return !session.isCancelled && session.endsUtcMs <= nowUtcMs;
}

/** People who were there, where the number has a grade (A, B or C); else null. */
export function attendedOf({ attendance }: ClassSession): number | null {
  return attendance === null || attendance.quality === 'none' ? null : attendance.attended;
}

/** Facts of a class at the instant of the view. */
export function sessionFacts(session: ClassSession, view: GymView): SessionFacts {
  const status = statusAt(session, view.nowUtcMs);
  const attended = status === 'cancelled' ? null : attendedOf(session);
  const isOver = status === 'completed';
  const noShows = isOver ? (rosterNoShows(session) ?? netNoShows(session)) : null;
  const room = view.rooms.find(({ id }) => id === session.roomId);
  return {
    session,
    status,
    fillRate: attended === null || session.capacity === null ? null : attended / session.capacity,
    noShows,
    noShowsBasis: noShows === null ? null : rosterNoShows(session) === null ? 'net' : 'roster',
    walkIns:
      isOver && attended !== null && session.booked !== null
        ? Math.max(0, attended - session.booked)
        : null,
    occupancyNow: status === 'in_progress' && room?.state === 'live' ? room.occupancy : null,
  };
}

/** Bookings without a check-in; null where no roster was imported. Check-ins of walk-ins never make it negative. */
export function rosterNoShows({ booked, checkedIn }: ClassSession): number | null {
  return booked === null || checkedIn === null ? null : Math.max(0, booked - checkedIn);
}

/** Bookings less people present. Source: docs/method.md#fill-and-no-shows. */
function netNoShows(session: ClassSession): number | null {
  const attended = attendedOf(session);
  return session.booked === null || attended === null
    ? null
    : Math.max(0, session.booked - attended);
}
