/**
 * Classes for the hours in which the timetable has none: whatever the hour, one is running in the demo. They are held when
 * the drawn rooms have people in them, by turns, and never in a room that the timetable uses then.
 */

import type { InstantRange } from '../../gym/calendar/zone.ts';
import { type DrawnRoom, drawnClassAt } from './drawn-rooms.ts';

/** A class of a room, known by nothing but its time. */
export interface RoomTime extends InstantRange {
  readonly roomId: string;
}

/**
 * Fills the range up, so that at each instant a class of `busy` or a live one is running.
 *
 * Never throws for rooms as `demoText` has them: a scene's class takes 50 of 60 minutes, and one room's begin half an hour
 * after the others', so at any instant one of them has a class; if the timetable uses that room, it is the class that runs.
 *
 * @param busy what the timetable holds, in any order; two of one room never overlap.
 */
export function liveClasses(
  rooms: readonly DrawnRoom[],
  busy: readonly RoomTime[],
  { fromUtcMs, toUtcMs }: InstantRange,
): RoomTime[] {
  const live: RoomTime[] = [];
  let at = fromUtcMs;
  while (at < toUtcMs) {
    const now = at;
    const running = [...busy, ...live.slice(-rooms.length)].filter((one) => isRunning(one, now));
    if (running.length > 0) {
      at = Math.max(...running.map((one) => one.toUtcMs));
      continue;
    }
    const next = longest(rooms.flatMap((room) => fitting(room, [...busy, ...live], now)));
    if (next === null) throw new RangeError('a drawn room has a class at any time');
    live.push(next);
    at = next.toUtcMs;
  }
  return live;
}

function isRunning({ fromUtcMs, toUtcMs }: InstantRange, atUtcMs: number): boolean {
  return fromUtcMs <= atUtcMs && atUtcMs < toUtcMs;
}

/** The drawn class of the instant, cut to what the room's other classes leave of it; at most one. */
function fitting(room: DrawnRoom, others: readonly RoomTime[], atUtcMs: number): RoomTime[] {
  const drawn = drawnClassAt(room, atUtcMs);
  if (drawn === null) return [];
  let { fromUtcMs, toUtcMs } = drawn;
  for (const other of others) {
    if (other.roomId !== room.id) continue;
    if (other.toUtcMs <= atUtcMs) fromUtcMs = Math.max(fromUtcMs, other.toUtcMs);
    else toUtcMs = Math.min(toUtcMs, other.fromUtcMs);
  }
  return [{ roomId: room.id, fromUtcMs, toUtcMs }];
}

/** The one that ends last; of those that end together the one that is cut the least; of those the first. */
function longest(classes: readonly RoomTime[]): RoomTime | null {
  let best: RoomTime | null = null;
  for (const one of classes) if (best === null || isLonger(one, best)) best = one;
  return best;
}

function isLonger(one: InstantRange, other: InstantRange): boolean {
  if (one.toUtcMs !== other.toUtcMs) return one.toUtcMs > other.toUtcMs;
  return one.fromUtcMs < other.fromUtcMs;
}
