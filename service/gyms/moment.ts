/** What holds from now to the next boundary: a class that begins or ends, or a new date. */

import { dateAt, dayRange } from '../../gym/calendar/zone.ts';
import type { ClassSession } from '../../gym/sessions/session.ts';

export interface Moment {
  readonly fromUtcMs: number;
  readonly untilUtcMs: number;
  /** Rooms in which a class is running: its trainer is in the picture. */
  readonly runningRooms: ReadonlySet<string>;
}

/** The moment that `nowUtcMs` is in. */
export function momentOf(
  sessions: readonly ClassSession[],
  timezone: string,
  nowUtcMs: number,
): Moment {
  const today = dateAt(timezone, nowUtcMs);
  const runningRooms = new Set<string>();
  let untilUtcMs = dayRange(timezone, today).toUtcMs;
  for (const { startsUtcMs, endsUtcMs, isCancelled, roomId } of sessions) {
    if (startsUtcMs > nowUtcMs) {
      untilUtcMs = Math.min(untilUtcMs, startsUtcMs);
    } else if (endsUtcMs > nowUtcMs) {
      untilUtcMs = Math.min(untilUtcMs, endsUtcMs);
      if (roomId !== null && !isCancelled) runningRooms.add(roomId);
    }
  }
  return { fromUtcMs: nowUtcMs, untilUtcMs, runningRooms };
}
