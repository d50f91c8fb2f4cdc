/** From what the imports say to what reports see: rooms by their ids, capacity filled in, the best word on who was there. */

import type { AttendanceConfig, GymConfig } from '../../config/config.ts';
import { dateAt, dayRange } from '../../gym/calendar/zone.ts';
import { createRoomFinder } from '../../gym/schedule/rooms.ts';
import { CLASS_FIELDS } from '../../gym/sessions/class-fields.ts';
import {
  type Attendance,
  bySessionStart,
  type ClassSession,
  type Trainer,
} from '../../gym/sessions/session.ts';
import type { ClassRecord, StoredAttendance } from '../../store/history/classes/class-store.ts';

/** What is known of classes and not stored, by class id. */
export type Running = ReadonlyMap<string, StoredAttendance>;

/** Resolves the records of one gym. */
export function resolverOf(
  gym: GymConfig,
  running: Running,
): (record: ClassRecord) => ClassSession {
  const roomIdOf = createRoomFinder(gym);
  const rooms = new Map(gym.rooms.map((room) => [room.id, room]));
  return (record) => {
    const { room: said, sourceId, estimate, correction, ...scheduled } = record;
    const room = rooms.get((said === null ? null : roomIdOf(sourceId, said)) ?? '');
    // Not by a spread, which would take ten times as long: all classes of six weeks are resolved at once.
    return Object.assign(scheduled, {
      roomId: room?.id ?? null,
      roomName: room?.name ?? said,
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
  return one === other || JSON.stringify(told(one)) === JSON.stringify(told(other));
}

/** A person's word overrides the cameras', and the cameras' before check-ins, which miss whom no one checked in. */
function attendanceOf(record: ClassRecord, running: StoredAttendance | null): Attendance | null {
  if (record.isCancelled) return null;
  if (record.correction !== null) return told(record.correction);
  const known = [running, record.estimate].find((one) => one !== null && one.attended !== null);
  if (known) return told(known);
  if (record.checkedIn !== null) return checkedIn(record.checkedIn);
  const unknown = running ?? record.estimate;
  return unknown === null ? null : told(unknown);
}

function told({ source, attended, low, high, quality, reasons }: StoredAttendance): Attendance {
  return { source, attended, low, high, quality, reasons };
}

/** At least these came; how many more, no one knows. */
function checkedIn(people: number): Attendance {
  return {
    source: 'import',
    attended: people,
    low: people,
    high: null,
    quality: 'C',
    reasons: ['checked_in'],
  };
}

/**
 * Classes that a read of the history says again stay the objects they were, so that what reports cache for them stays valid.
 * Asked once for each class of a list, by start and id, as the list that is known.
 */
export class KnownSessions {
  readonly #known: readonly ClassSession[];
  #at = 0;

  constructor(known: readonly ClassSession[]) {
    this.#known = known;
  }

  /** The known object where it says the same; else the given one. */
  orSame(session: ClassSession): ClassSession {
    let known = this.#known[this.#at];
    while (known !== undefined && bySessionStart(known, session) < 0) {
      this.#at += 1;
      known = this.#known[this.#at];
    }
    return known !== undefined && isSameSession(known, session) ? known : session;
  }
}

function isSameSession(one: ClassSession, other: ClassSession): boolean {
  for (const name of FIELDS) if (one[name] !== other[name]) return false;
  return isSameTrainer(one.trainer, other.trainer) && isSameCount(one.attendance, other.attendance);
}

type Compared = Exclude<keyof ClassSession, 'trainer' | 'attendance'>;

const { trainerId, room, noShows, ...OF_CLASSES } = CLASS_FIELDS;
/** All but those that are objects, which are compared by what is in them. */
const FIELDS = Object.keys({
  id: true,
  gymId: true,
  roomId: true,
  roomName: true,
  ...OF_CLASSES,
} satisfies Record<Compared, unknown>) as readonly Compared[];

function isSameTrainer(one: Trainer | null, other: Trainer | null): boolean {
  return one?.id === other?.id && one?.name === other?.name;
}

function isSameCount(one: Attendance | null, other: Attendance | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.source === other.source &&
    one.attended === other.attended &&
    one.low === other.low &&
    one.high === other.high &&
    one.quality === other.quality &&
    one.reasons.length === other.reasons.length &&
    one.reasons.every((reason, at) => reason === other.reasons[at])
  );
}

interface Span {
  readonly fromUtcMs: number;
  toUtcMs: number;
}

export interface ClassHours {
  /** Whether a class is held in the room, or is about to be, or has just been. Costs a binary search. */
  isClassTime(roomId: string, nowUtcMs: number): boolean;
}

/** Without a schedule any hour may be one of a class. */
export const EVERY_HOUR: ClassHours = { isClassTime: () => true };

/**
 * The class hours of a gym's rooms. A gym without any class has no hours outside classes; a room without one, in a gym
 * that has some, is looked at rarely.
 *
 * @param sessions by start.
 */
export function classHoursOf(
  sessions: readonly ClassSession[],
  { leadMs, tailMs }: Pick<AttendanceConfig, 'leadMs' | 'tailMs'>,
): ClassHours {
  if (sessions.length === 0) return EVERY_HOUR;
  const spans = new Map<string, Span[]>();
  for (const { roomId, isCancelled, startsUtcMs, endsUtcMs } of sessions) {
    if (roomId === null || isCancelled) continue;
    const ofRoom = spans.get(roomId) ?? [];
    spans.set(roomId, ofRoom);
    addSpan(ofRoom, { fromUtcMs: startsUtcMs - leadMs, toUtcMs: endsUtcMs + tailMs });
  }
  return {
    isClassTime: (roomId, nowUtcMs) => {
      const ofRoom = spans.get(roomId) ?? [];
      const span = ofRoom[lastBegunBy(ofRoom, nowUtcMs)];
      return span !== undefined && nowUtcMs < span.toUtcMs;
    },
  };
}

/** Joins a span with the last one where they touch, so that spans never overlap. They come by their start. */
function addSpan(spans: Span[], span: Span): void {
  const last = spans.at(-1);
  if (last !== undefined && span.fromUtcMs <= last.toUtcMs) {
    last.toUtcMs = Math.max(last.toUtcMs, span.toUtcMs);
  } else {
    spans.push(span);
  }
}

/** Index of the last span that has begun at an instant; −1 where none has. */
function lastBegunBy(spans: readonly Span[], nowUtcMs: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.fromUtcMs ?? 0) <= nowUtcMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

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
