/**
 * Classes for the hours in which the timetable has none: whatever the hour, one is running in the demo. They are held when
 * the drawn rooms have people in them, by turns, and never in a room that the timetable uses then.
 */

import type { GymConfig } from '../../config/config.ts';
import {
  between,
  CLASS_SHARE,
  classSize,
  parseSceneUrl,
  type SceneSpec,
} from '../../engine/pictures/drawn-room.ts';
import { type InstantRange, MINUTE_MS } from '../../gym/calendar/zone.ts';
import type { ScheduleEntry } from '../../gym/schedule/entry.ts';
import { NO_NUMBERS } from '../../gym/sessions/class-fields.ts';
import { type Occurrence, occurrencesOn } from './occurrence.ts';
import { TRAINERS } from './timetable.ts';

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
  // What began before the program did, nobody has counted.
  const firstUtcMs = Math.floor(fromUtcMs / FIVE_MINUTES_MS) * FIVE_MINUTES_MS;
  let at = fromUtcMs;
  while (at < toUtcMs) {
    const now = at;
    const running = [...busy, ...live.slice(-rooms.length)]
      .filter((one) => one.fromUtcMs <= now && now < one.toUtcMs)
      .map((one) => one.toUtcMs);
    if (running.length === 0) {
      // The one that ends last; of those that end together the one that is cut the least; of those the first.
      const [next] = rooms
        .flatMap((room) => fitting(room, [...busy, ...live], now) ?? [])
        .toSorted((one, other) => other.toUtcMs - one.toUtcMs || one.fromUtcMs - other.fromUtcMs);
      if (next === undefined) throw new RangeError('a drawn room has a class at any time');
      live.push({ ...next, fromUtcMs: Math.max(next.fromUtcMs, firstUtcMs) });
      running.push(next.toUtcMs);
    }
    at = Math.max(...running);
  }
  return live;
}

/** The drawn class of the instant, cut to what the room's other classes leave of it; null where there is none. */
function fitting(room: DrawnRoom, others: readonly RoomTime[], atUtcMs: number): RoomTime | null {
  const drawn = drawnClassAt(room, atUtcMs);
  if (drawn === null) return null;
  const own = others.filter(({ roomId }) => roomId === room.id);
  const before = own.flatMap((one) => (one.toUtcMs <= atUtcMs ? one.toUtcMs : []));
  const after = own.flatMap((one) => (one.toUtcMs > atUtcMs ? one.fromUtcMs : []));
  const fromUtcMs = Math.max(drawn.fromUtcMs, ...before);
  return { roomId: room.id, fromUtcMs, toUtcMs: Math.min(drawn.toUtcMs, ...after) };
}

const FIVE_MINUTES_MS = 5 * MINUTE_MS;
/** People of a scene's class are seen by a class that overlaps it this long, ms: more than the scene's people need to come. */
const SEEN_MS = 10 * MINUTE_MS;

export interface DrawnRoom {
  readonly id: string;
  readonly scene: SceneSpec;
}

/** Rooms whose first camera is a scene. */
export function drawnRooms(gym: GymConfig): DrawnRoom[] {
  return gym.rooms.flatMap(({ id, cameras }) => {
    const url = cameras[0]?.url;
    return url?.startsWith('scene:') === true ? [{ id, scene: parseSceneUrl(url) }] : [];
  });
}

/**
 * The class of the room's scene that runs at an instant, on the five minutes that are nearest to its times; null in the
 * pause between two. Before the first one, while its people come in, it is that one, from the five minutes before.
 */
export function drawnClassAt({ scene }: DrawnRoom, atUtcMs: number): InstantRange | null {
  const periodMs = scene.periodMin * MINUTE_MS;
  const firstUtcMs = Math.round(scene.epochMs / FIVE_MINUTES_MS) * FIVE_MINUTES_MS;
  const number = Math.floor((atUtcMs - firstUtcMs) / periodMs);
  if (number < 0 && firstUtcMs - atUtcMs > 2 * FIVE_MINUTES_MS) return null;
  const startsUtcMs = firstUtcMs + Math.max(0, number) * periodMs;
  const toUtcMs = startsUtcMs + periodMs * CLASS_SHARE;
  if (atUtcMs >= toUtcMs) return null;
  const fromUtcMs = Math.min(startsUtcMs, Math.floor(atUtcMs / FIVE_MINUTES_MS) * FIVE_MINUTES_MS);
  return { fromUtcMs, toUtcMs };
}

/** People of the largest of the scene's classes that a class at this time gets to see. */
export function drawnPeople({ scene }: DrawnRoom, { fromUtcMs, toUtcMs }: InstantRange): number {
  const periodMs = scene.periodMin * MINUTE_MS;
  const first = Math.floor((fromUtcMs - scene.epochMs) / periodMs);
  const last = Math.floor((toUtcMs - scene.epochMs) / periodMs);
  let people = 0;
  for (let number = first; number <= last; number += 1) {
    const begins = scene.epochMs + number * periodMs;
    const overlap =
      Math.min(toUtcMs, begins + periodMs * CLASS_SHARE) - Math.max(fromUtcMs, begins);
    if (overlap >= SEEN_MS) people = Math.max(people, classSize(scene, number));
  }
  return people;
}

/** Places of a live class: drawn rooms have 7 to 10 people in them. */
const LIVE_CAPACITY = 14;
const LIVE_NAMES: Readonly<Record<string, string>> = {
  studio: 'Small Group Training',
  spin: 'Express Ride',
  weights: 'Coached Lifting',
  yoga: 'Unwind',
};
const SALT = { extra: 31 } as const;

/** A class of the timetable that is over and was not filmed: all that is known of it afterwards. */
export function pastEntry(occurrence: Occurrence): ScheduleEntry {
  const { came: _, ...figures } = occurrence.turnout;
  return { ...timetableEntry(occurrence), ...figures };
}

/** A class of the timetable that will be filmed: as many bookings as the drawn room has people, and some who do not come. */
export function plannedEntry(occurrence: Occurrence, room: DrawnRoom): ScheduleEntry {
  const { startsUtcMs, endsUtcMs, line } = occurrence;
  const time = { fromUtcMs: startsUtcMs, toUtcMs: endsUtcMs };
  return { ...timetableEntry(occurrence), booked: bookingsOf(room, time, line.capacity) };
}

/** A class between those of the timetable. */
export function liveEntry(time: RoomTime, room: DrawnRoom, date: string): ScheduleEntry {
  const { roomId, fromUtcMs, toUtcMs } = time;
  const minute = Math.floor(fromUtcMs / MINUTE_MS);
  return {
    ...NO_NUMBERS,
    externalId: `${roomId}-${minute}`,
    name: LIVE_NAMES[roomId] ?? 'Open Class',
    trainer: trainerFor(time, date),
    isSubstitute: false,
    isCancelled: false,
    room: roomId,
    startsUtcMs: fromUtcMs,
    endsUtcMs: toUtcMs,
    capacity: LIVE_CAPACITY,
    booked: bookingsOf(room, time, LIVE_CAPACITY),
  };
}

function timetableEntry(occurrence: Occurrence): ScheduleEntry {
  const { line, date, trainer, name, isSubstitute, isCancelled } = occurrence;
  const { room, capacity, time } = line;
  const { startsUtcMs, endsUtcMs } = occurrence;
  return {
    ...NO_NUMBERS,
    externalId: `${room}-${date}-${time}`,
    trainer: { externalId: null, name: trainer.name },
    name,
    isSubstitute,
    isCancelled,
    room,
    startsUtcMs,
    endsUtcMs,
    capacity,
  };
}

function bookingsOf(room: DrawnRoom, time: InstantRange, capacity: number): number {
  const minute = Math.floor(time.fromUtcMs / MINUTE_MS);
  const extra = Math.floor(between(0, 3, minute, room.scene.seed, SALT.extra));
  return Math.min(capacity, drawnPeople(room, time) + extra);
}

/** One after the other, but no one who teaches a class of the timetable at that time. */
function trainerFor(time: RoomTime, date: string): ScheduleEntry['trainer'] {
  const held = occurrencesOn(date).filter(
    ({ startsUtcMs, endsUtcMs }) => startsUtcMs < time.toUtcMs && time.fromUtcMs < endsUtcMs,
  );
  const free = TRAINERS.filter((trainer) => held.every((one) => one.trainer !== trainer));
  const turn = Math.floor(time.fromUtcMs / (30 * MINUTE_MS));
  const trainer = free[turn % Math.max(1, free.length)];
  return trainer === undefined ? null : { externalId: null, name: trainer.name };
}
