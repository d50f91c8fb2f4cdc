/** From what the imports say to what reports see: rooms by their ids, capacity filled in, the best word on who was there. */

import type { AttendanceConfig, GymConfig } from '../../config/config.ts';
import { dateAt, datesRange } from '../../gym/calendar/zone.ts';
import { createRoomFinder } from '../../gym/sessions/names.ts';
import type { Attendance, ClassSession } from '../../gym/sessions/session.ts';
import type { ClassRecord, StoredAttendance } from '../../store/history/classes/class-store.ts';

/** What is known of classes and not stored, by class id. */
export type Running = ReadonlyMap<string, StoredAttendance>;

/** Resolves the records of one gym. */
export function resolverOf(gym: GymConfig, running: Running) {
  const roomIdOf = createRoomFinder(gym);
  const rooms = new Map(gym.rooms.map((room) => [room.id, room]));
  return (record: ClassRecord): ClassSession => {
    const { room: roomName, sourceId, estimate, correction, ...scheduled } = record;
    const room = rooms.get((roomName === null ? null : roomIdOf(sourceId, roomName)) ?? '');
    // Not by a spread, which would take ten times as long: all classes of six weeks are resolved at once.
    return Object.assign(scheduled, {
      roomId: room?.id ?? null,
      roomName: room?.name ?? roomName,
      capacity: record.capacity ?? room?.capacity ?? null,
      attendance: attendanceOf(record, running.get(record.id) ?? null),
    });
  };
}

/** The sessions of `records` again, with those changed of which `after` says something else than `before`; null for none. */
export function withRunning(
  sessions: readonly ClassSession[],
  records: readonly ClassRecord[],
  { before, after }: { readonly before: Running; readonly after: Running },
): ClassSession[] | null {
  const ids = new Set([...before.keys(), ...after.keys()]);
  for (const id of ids) if (saysSame(before.get(id), after.get(id))) ids.delete(id);
  if (ids.size === 0) return null;
  return sessions.map((session, at) => {
    const record = records[at];
    if (record === undefined || !ids.has(session.id)) return session;
    return { ...session, attendance: attendanceOf(record, after.get(session.id) ?? null) };
  });
}

function saysSame(one: StoredAttendance | undefined, other: StoredAttendance | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one === other || JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

/** A person's word overrides the cameras', and the cameras' before check-ins, which miss whom no one checked in. */
function attendanceOf(record: ClassRecord, running: StoredAttendance | null): Attendance | null {
  if (record.isCancelled) return null;
  if (record.correction !== null) return plain(record.correction);
  const known = [running, record.estimate].find((one) => one !== null && one.attended !== null);
  if (known) return plain(known);
  if (record.checkedIn !== null) return checkedIn(record.checkedIn);
  const unknown = running ?? record.estimate;
  return unknown === null ? null : plain(unknown);
}

function plain({ source, attended, low, high, quality, reasons }: StoredAttendance): Attendance {
  return { source, attended, low, high, quality, reasons };
}

/** At least these came; how many more, no one knows. */
function checkedIn(people: number): Attendance {
  const known = { attended: people, low: people, high: null };
  return { source: 'import', ...known, quality: 'C', reasons: ['checked_in'] };
}

/**
 * Whether a class is held in a room, or is about to be, or has just been. A gym without any class has no hours outside
 * classes; a room without one, in a gym that has some, is looked at rarely. Costs a look at each class.
 */
export const isClassTime = (
  sessions: readonly ClassSession[],
  { leadMs, tailMs }: Pick<AttendanceConfig, 'leadMs' | 'tailMs'>,
  roomId: string,
  nowUtcMs: number,
): boolean =>
  sessions.length === 0 ||
  sessions.some(
    (session) =>
      session.roomId === roomId &&
      !session.isCancelled &&
      session.startsUtcMs - leadMs <= nowUtcMs &&
      nowUtcMs < session.endsUtcMs + tailMs,
  );

export type Moment = ReturnType<typeof momentOf>;

/** The moment that `nowUtcMs` is in. `runningRooms`: in which a class is running, its trainer is in the picture. */
export function momentOf(sessions: readonly ClassSession[], timezone: string, nowUtcMs: number) {
  const today = dateAt(timezone, nowUtcMs);
  const runningRooms = new Set<string>();
  let untilUtcMs = datesRange(timezone, today, today).toUtcMs;
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
