/** The demo's classes as an import says them. */

import { between } from '../../engine/pictures/drawn-room.ts';
import type { ScheduleEntry } from '../../gym/schedule/entry.ts';
import { NO_NUMBERS } from '../../gym/sessions/class-fields.ts';
import { type DrawnRoom, drawnPeople } from './drawn-rooms.ts';
import type { RoomTime } from './live-classes.ts';
import { type Occurrence, occurrencesOn } from './occurrence.ts';
import { TRAINERS } from './timetable.ts';

const MINUTE_MS = 60_000;
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
  const { booked, lateCancels, waitlisted, checkedIn, revenueMilli } = occurrence.turnout;
  return {
    ...timetableEntry(occurrence),
    booked,
    lateCancels,
    waitlisted,
    checkedIn,
    revenueMilli,
  };
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
    ...NOTHING_KNOWN,
    externalId: `${roomId}-${minute}`,
    name: LIVE_NAMES[roomId] ?? 'Open Class',
    trainer: trainerFor(time, date),
    room: roomId,
    startsUtcMs: fromUtcMs,
    endsUtcMs: toUtcMs,
    capacity: LIVE_CAPACITY,
    booked: bookingsOf(room, time, LIVE_CAPACITY),
  };
}

const NOTHING_KNOWN = {
  isSubstitute: false,
  isCancelled: false,
  ...NO_NUMBERS,
} as const;

function timetableEntry(occurrence: Occurrence): ScheduleEntry {
  const { line, date, trainer } = occurrence;
  return {
    ...NOTHING_KNOWN,
    externalId: `${line.room}-${date}-${line.time}`,
    name: occurrence.name,
    trainer: { externalId: null, name: trainer.name },
    isSubstitute: occurrence.isSubstitute,
    room: line.room,
    startsUtcMs: occurrence.startsUtcMs,
    endsUtcMs: occurrence.endsUtcMs,
    isCancelled: occurrence.isCancelled,
    capacity: line.capacity,
  };
}

function bookingsOf(
  room: DrawnRoom,
  time: { readonly fromUtcMs: number; readonly toUtcMs: number },
  capacity: number,
): number {
  const minute = Math.floor(time.fromUtcMs / MINUTE_MS);
  const extra = Math.floor(between(0, 3, minute, room.scene.seed, SALT.extra));
  return Math.min(capacity, drawnPeople(room, time) + extra);
}

/** One after the other, but no one who teaches a class of the timetable at that time. */
function trainerFor(time: RoomTime, date: string): ScheduleEntry['trainer'] {
  const teaching = occurrencesOn(date)
    .filter(
      ({ startsUtcMs, endsUtcMs }) => startsUtcMs < time.toUtcMs && time.fromUtcMs < endsUtcMs,
    )
    .map(({ trainer }) => trainer);
  const free = TRAINERS.filter((trainer) => !teaching.includes(trainer));
  const turn = Math.floor(time.fromUtcMs / (30 * MINUTE_MS));
  const trainer = free[turn % Math.max(1, free.length)];
  return trainer === undefined ? null : { externalId: null, name: trainer.name };
}
