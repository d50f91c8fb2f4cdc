/** Which classes the demo's history is to have: those of the past that no one filmed, and those that will be filmed. */

import type { GymConfig } from '../../config/config.ts';
import { ATTENDANCE_METHOD } from '../../gym/attendance/sample.ts';
import { dateAt } from '../../gym/calendar/zone.ts';
import type { ScheduleEntry } from '../../gym/schedule/entry.ts';
import type { ClassRecord, ClassStore } from '../../store/history/classes/class-store.ts';
import { type DrawnRoom, drawnRooms } from './drawn-rooms.ts';
import { liveEntry, plannedEntry } from './entries.ts';
import { liveClasses, type RoomTime } from './live-classes.ts';
import { DEMO_TIMEZONE, type Occurrence } from './occurrence.ts';

export interface DemoSeed {
  /** The gym of the demo's configuration, with its drawn rooms. */
  readonly gym: GymConfig;
  readonly store: Pick<ClassStore, 'records' | 'import' | 'recordEstimates'>;
  /** When this run of the program began: before, no one was filmed by it. The same for all calls of a run. */
  readonly startedUtcMs: number;
  readonly nowUtcMs: number;
  readonly signal?: AbortSignal;
}

/** Ids of the two sources of the demo's classes. */
export const TIMETABLE_SOURCE = 'demo';
export const LIVE_SOURCE = 'demo-live';

const MINUTE_MS = 60_000;
/** A class that ended this shortly before the start may still be looked at by the evaluation of the running gym. */
const SETTLED_MS = 20 * MINUTE_MS;

/** Of what is stored for a class that no one filmed. */
export const GENERATED_METHOD = `${ATTENDANCE_METHOD}/generated`;

/**
 * The classes told by the timetable alone, of which that is not stored yet: over, and no camera of this gym has seen them
 * or their room then.
 */
export function unfilmed(
  occurrences: readonly Occurrence[],
  { startedUtcMs }: DemoSeed,
  known: readonly ClassRecord[],
): Occurrence[] {
  const seen = new Map<string | null, ClassRecord[]>();
  for (const record of known) {
    const isSeen = record.sourceId !== TIMETABLE_SOURCE || isCounted(record) || record.isCancelled;
    if (!isSeen) continue;
    const inRoom = seen.get(record.room);
    if (inRoom === undefined) seen.set(record.room, [record]);
    else inRoom.push(record);
  }
  return occurrences.filter(({ line, startsUtcMs, endsUtcMs }) => {
    if (endsUtcMs > startedUtcMs - SETTLED_MS) return false;
    const inRoom = seen.get(line.room) ?? [];
    return !inRoom.some(
      (record) => record.startsUtcMs < endsUtcMs && startsUtcMs < record.endsUtcMs,
    );
  });
}

function isCounted({ estimate, correction }: ClassRecord): boolean {
  return correction !== null || (estimate !== null && estimate.attended !== null);
}

/** Classes of the timetable from the start of the run on; one that has been counted is not changed any more. */
export function plannedEntries(
  { gym }: DemoSeed,
  known: readonly ClassRecord[],
  coming: readonly Occurrence[],
): ScheduleEntry[] {
  const rooms = new Map(drawnRooms(gym).map((room) => [room.id, room]));
  const counted = new Set(known.filter(isCounted).map(placeOf));
  return coming.flatMap((occurrence) => {
    const room = rooms.get(occurrence.line.room);
    const place = placeOf({ room: occurrence.line.room, startsUtcMs: occurrence.startsUtcMs });
    return room === undefined || counted.has(place) ? [] : [plannedEntry(occurrence, room)];
  });
}

/** Live classes from the start of the run on, around the timetable's and what an earlier run has left unfinished. */
export function liveEntries(
  { gym, startedUtcMs }: DemoSeed,
  known: readonly ClassRecord[],
  { coming, untilUtcMs }: { coming: readonly Occurrence[]; untilUtcMs: number },
): ScheduleEntry[] {
  const rooms = drawnRooms(gym);
  const unfinished = known.filter(
    ({ isCancelled, startsUtcMs, endsUtcMs }) =>
      !isCancelled && startsUtcMs < startedUtcMs && endsUtcMs > startedUtcMs,
  );
  const busy: RoomTime[] = [
    ...coming
      .filter(({ isCancelled }) => !isCancelled)
      .map(({ line, startsUtcMs, endsUtcMs }) => timeOf(line.room, startsUtcMs, endsUtcMs)),
    ...unfinished.map(({ room, startsUtcMs, endsUtcMs }) =>
      timeOf(room ?? '', startsUtcMs, endsUtcMs),
    ),
  ];
  const range = { fromUtcMs: startedUtcMs, toUtcMs: untilUtcMs };
  return liveClasses(rooms, busy, range).flatMap((time) => {
    const room = rooms.find(({ id }) => id === time.roomId);
    return room === undefined ? [] : [entryOf(time, room)];
  });
}

/**
 * The newest live class that has begun, said again without a change: a source that names no class at all would not be
 * believed that those to come are gone.
 */
export function lastBegun(
  { gym, nowUtcMs }: DemoSeed,
  known: readonly ClassRecord[],
): ScheduleEntry | null {
  const record = known.findLast(
    ({ sourceId, startsUtcMs }) => sourceId === LIVE_SOURCE && startsUtcMs <= nowUtcMs,
  );
  const room = drawnRooms(gym).find(({ id }) => id === record?.room);
  if (record === undefined || room === undefined) return null;
  const time = timeOf(room.id, record.startsUtcMs, record.endsUtcMs);
  return { ...entryOf(time, room), booked: null };
}

function entryOf(time: RoomTime, room: DrawnRoom): ScheduleEntry {
  return liveEntry(time, room, dateAt(DEMO_TIMEZONE, time.fromUtcMs));
}

function timeOf(roomId: string, fromUtcMs: number, toUtcMs: number): RoomTime {
  return { roomId, fromUtcMs, toUtcMs };
}

/** Names a class of any source by its place in time. */
export function placeOf({ room, startsUtcMs }: Pick<ClassRecord, 'room' | 'startsUtcMs'>): string {
  return `${room}/${startsUtcMs}`;
}
