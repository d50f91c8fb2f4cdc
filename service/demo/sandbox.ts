/**
 * The data set behind `X-Sandbox: true`: the demo gym at 20:00 of a date, the same on every installation. Made of the
 * timetable alone; no store is opened and no clock read.
 */

import type { GymConfig } from '../../config/config.ts';
import { addDays, type CalendarDate, dateAt, instantOf } from '../../gym/calendar/zone.ts';
import { NO_MERGED_NUMBERS } from '../../gym/sessions/class-fields.ts';
import type { Attendance, ClassSession } from '../../gym/sessions/session.ts';
import { type GymView, type RoomView, VIEW_DAYS } from '../../gym/sessions/view.ts';
import { attendanceOf, estimateAll, headCounts, sampleGym } from './head-counts.ts';
import { DEMO_TIMEZONE, type Occurrence, occurrencesBetween } from './occurrence.ts';
import { TRAINERS } from './timetable.ts';

/** `now` of the sandbox. Source: docs/method.md#limits-of-the-service. */
const NOW_ON_THE_WALL = '20:00';

/** Dates whose set is kept: today's, and the one before for who asks around midnight. */
const MAX_CACHED = 2;
const views = new Map<CalendarDate, GymView>();
const made = new WeakSet<GymView>();

/** Whether a view is one of the sandbox, of whatever date. */
export function isSandbox(view: GymView): boolean {
  return made.has(view);
}

/**
 * The sample gym of the date that `nowUtcMs` is in London. The same object for the same date: it is made at the first
 * call of a date and kept.
 *
 * @param nowUtcMs 0...
 */
export function sandboxView(nowUtcMs: number): GymView {
  const date = dateAt(DEMO_TIMEZONE, nowUtcMs);
  const known = views.get(date);
  if (known !== undefined) return known;
  const view = build(date);
  if (views.size >= MAX_CACHED) views.delete(views.keys().next().value ?? date);
  views.set(date, view);
  made.add(view);
  return view;
}

/**
 * Makes the set of a date ready, a few classes at a time, so that no request has to wait for all of it. To be called after
 * the server listens; without it the first request of a date makes it.
 */
export async function prepareSandbox(nowUtcMs: number, signal?: AbortSignal): Promise<void> {
  const { occurrences, ...day } = onDate(dateAt(DEMO_TIMEZONE, nowUtcMs));
  await estimateAll(occurrences, day.nowUtcMs, signal);
}

function onDate(date: CalendarDate) {
  return {
    nowUtcMs: instantOf(DEMO_TIMEZONE, `${date}T${NOW_ON_THE_WALL}`),
    occurrences: occurrencesBetween(addDays(date, -VIEW_DAYS), addDays(date, 1)),
  };
}

function build(date: CalendarDate): GymView {
  const { nowUtcMs, occurrences } = onDate(date);
  const gym = sampleGym();
  const { id, timezone, currency, economics, families, verdicts } = gym;
  return {
    gym: { id, timezone, currency, economics, families, verdicts },
    nowUtcMs,
    sessions: occurrences.map((occurrence) => sessionOf(occurrence, gym, nowUtcMs)),
    rooms: gym.rooms.map((room) => roomOf(room, occurrences, nowUtcMs)),
    trainers: TRAINERS,
  };
}

function sessionOf(occurrence: Occurrence, gym: GymConfig, nowUtcMs: number): ClassSession {
  const { line, date, isCancelled, startsUtcMs, endsUtcMs, turnout } = occurrence;
  const isOver = endsUtcMs <= nowUtcMs;
  const isKnown = !isCancelled && startsUtcMs <= nowUtcMs;
  const room = gym.rooms.find(({ id }) => id === line.room);
  return {
    id: `sample-${line.room}-${date}-${line.time.replace(':', '')}`,
    gymId: gym.id,
    name: occurrence.name,
    trainer: { ...occurrence.trainer },
    isSubstitute: occurrence.isSubstitute,
    roomId: line.room,
    roomName: room?.name ?? null,
    startsUtcMs,
    endsUtcMs,
    isCancelled,
    ...NO_MERGED_NUMBERS,
    capacity: line.capacity,
    booked: turnout.booked,
    checkedIn: isOver ? turnout.checkedIn : null,
    lateCancels: turnout.lateCancels,
    waitlisted: turnout.waitlisted,
    revenueMilli: isOver ? turnout.revenueMilli : null,
    attendance: isKnown ? counted(occurrence, nowUtcMs) : null,
  };
}

function counted(occurrence: Occurrence, nowUtcMs: number): Attendance {
  const { attended, low, high, quality, reasons } = attendanceOf(occurrence, nowUtcMs);
  return { source: 'camera', attended, low, high, quality, reasons };
}

/** A room as its camera sees it at `nowUtcMs`. */
function roomOf(
  { id, name, capacity }: GymConfig['rooms'][number],
  occurrences: readonly Occurrence[],
  nowUtcMs: number,
): RoomView {
  const running = occurrences.find(
    ({ line, startsUtcMs, endsUtcMs, isCancelled }) =>
      line.room === id && startsUtcMs <= nowUtcMs && nowUtcMs < endsUtcMs && !isCancelled,
  );
  const sample = running === undefined ? undefined : headCounts(running, nowUtcMs).samples.at(-1);
  return {
    id,
    name,
    capacity,
    occupancy: sample?.count ?? 0,
    updatedUtcMs: sample?.atUtcMs ?? nowUtcMs,
    state: 'live',
  };
}
