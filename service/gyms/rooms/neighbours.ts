/** The classes before and after a class in its room: whose people may still, or already, be there. */

import { SAMPLES_MARGIN_MS } from '../../../gym/attendance/sample.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';

/** Classes of one room that are held, by start. */
export type RoomClasses = readonly ClassSession[];

export interface Neighbours {
  /** End of the class before; null where none ended within the margin of the estimate. */
  readonly previousEndsUtcMs: number | null;
  readonly nextStartsUtcMs: number | null;
}

/** Classes that are held, by room; each list by start. @param sessions by start. */
export function roomClassesOf(sessions: readonly ClassSession[]): ReadonlyMap<string, RoomClasses> {
  const rooms = new Map<string, ClassSession[]>();
  for (const session of sessions) {
    if (session.isCancelled || session.roomId === null) continue;
    const classes = rooms.get(session.roomId) ?? [];
    rooms.set(session.roomId, classes);
    classes.push(session);
  }
  return rooms;
}

/**
 * The neighbours of a class. One that overlaps it counts as ending, or starting, where the class itself starts or ends:
 * their people cannot be distinguished in between.
 */
export function neighboursOf(session: ClassSession, classes: RoomClasses): Neighbours {
  const { startsUtcMs, endsUtcMs } = session;
  let previousEndsUtcMs: number | null = null;
  let nextStartsUtcMs: number | null = null;
  for (let at = firstFrom(classes, startsUtcMs - DAY_MS); at < classes.length; at += 1) {
    const other = classes[at];
    if (other === undefined || other.startsUtcMs > endsUtcMs + SAMPLES_MARGIN_MS) break;
    if (other.id === session.id) continue;
    if (isBefore(other, session)) {
      const end = Math.min(other.endsUtcMs, startsUtcMs);
      if (end >= startsUtcMs - SAMPLES_MARGIN_MS) {
        previousEndsUtcMs = Math.max(previousEndsUtcMs ?? end, end);
      }
    } else {
      const start = Math.max(other.startsUtcMs, endsUtcMs);
      nextStartsUtcMs = Math.min(nextStartsUtcMs ?? start, start);
    }
  }
  return { previousEndsUtcMs, nextStartsUtcMs };
}

/** Longest class there is, see `ScheduleEntry`. */
const DAY_MS = 86_400_000;

/** Of two that start together the one with the smaller id is the earlier. */
function isBefore(other: ClassSession, session: ClassSession): boolean {
  return other.startsUtcMs === session.startsUtcMs
    ? other.id < session.id
    : other.startsUtcMs < session.startsUtcMs;
}

/** Index of the first class that starts at `fromUtcMs` or later. */
function firstFrom(classes: RoomClasses, fromUtcMs: number): number {
  let low = 0;
  let high = classes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((classes[middle]?.startsUtcMs ?? 0) < fromUtcMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
