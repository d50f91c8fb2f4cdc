/**
 * Brings the demo gym's classes into the history: six weeks of the timetable with generated counts, and from the start of
 * the program on what its cameras will see.
 *
 * ```text
 *            ├── six weeks ──┤ start of the program        ├─ 3 h ──┤
 *  demo      past, generated │ to come, counted by the cameras ─────────── 14 days ─▶
 *  demo-live                 │ between those of the timetable, counted by the cameras
 * ```
 *
 * What the cameras of this or an earlier run have counted stays as it is. Live classes that nobody filmed go, but for those of
 * the last hours of a run.
 */

import type { GymConfig } from '../../config/config.ts';
import { ATTENDANCE_METHOD } from '../../gym/attendance/sample.ts';
import { addDays, DAY_MS, dateAt, type InstantRange, MINUTE_MS } from '../../gym/calendar/zone.ts';
import type { ParsedSchedule, ScheduleEntry } from '../../gym/schedule/entry.ts';
import { VIEW_DAYS } from '../../gym/sessions/view.ts';
import type { ClassRecord } from '../../store/history/classes/class-store.ts';
import type { ClassStore } from '../../store/history/classes/store.ts';
import { attendanceOf, estimateAll } from './head-counts.ts';
import {
  type DrawnRoom,
  drawnRooms,
  liveClasses,
  liveEntry,
  pastEntry,
  plannedEntry,
  type RoomTime,
} from './live-classes.ts';
import { DEMO_TIMEZONE, type Occurrence, occurrencesBetween } from './occurrence.ts';

const DAYS_AHEAD = 14;
/** Live classes are planned this far ahead; a run that ends leaves those few without a count. Chosen here. */
const LIVE_AHEAD_MS = 3 * 60 * MINUTE_MS;
/** How often the demo is to be seeded again while it runs, ms. It may be missed twice before live classes run out. */
export const DEMO_SEED_PERIOD_MS = 60 * MINUTE_MS;

/**
 * Makes the demo's classes what they are to be at `nowUtcMs`; the same again changes nothing. To be called at the start
 * and every {@link DEMO_SEED_PERIOD_MS}. Works in slices of some 10 ms; when aborted, it ends after the step it is at.
 *
 * Rejects with SQLite's error.
 */
export async function seedDemo(seed: DemoSeed): Promise<void> {
  const { gym, store, nowUtcMs, signal } = seed;
  const today = dateAt(DEMO_TIMEZONE, nowUtcMs);
  const occurrences = occurrencesBetween(addDays(today, -VIEW_DAYS), addDays(today, DAYS_AHEAD));
  const known = await store.records(gym.id, nearNow(seed));

  // Told by the timetable alone, and not stored yet: over, and no camera of this gym has seen them or their room then.
  const seen = known.filter(
    (record) => record.sourceId !== TIMETABLE_SOURCE || isCounted(record) || record.isCancelled,
  );
  const past = occurrences.filter(({ line, startsUtcMs, endsUtcMs }) => {
    const isSeen = (one: ClassRecord) =>
      one.room === line.room && one.startsUtcMs < endsUtcMs && startsUtcMs < one.endsUtcMs;
    return endsUtcMs <= seed.startedUtcMs - SETTLED_MS && !seen.some(isSeen);
  });
  await estimateAll(past, nowUtcMs, signal);
  if (signal?.aborted === true) return;

  const coming = occurrences.filter(({ startsUtcMs }) => startsUtcMs >= seed.startedUtcMs);
  const rooms = drawnRooms(gym);
  // One that has been counted is not changed any more.
  const counted = new Set(known.filter(isCounted).map(placeOf));
  const planned = coming.flatMap((occurrence) => {
    const { line, startsUtcMs } = occurrence;
    const room = rooms.find(({ id }) => id === line.room);
    const isFixed = counted.has(placeOf({ room: line.room, startsUtcMs }));
    return room === undefined || isFixed ? [] : [plannedEntry(occurrence, room)];
  });
  await store.import(gym.id, TIMETABLE_SOURCE, parsed([...past.map(pastEntry), ...planned], null));
  const range = { fromUtcMs: nowUtcMs, toUtcMs: nowUtcMs + DAYS_AHEAD * DAY_MS };
  await store.import(gym.id, LIVE_SOURCE, parsed(liveEntries(seed, rooms, known, coming), range));
  await recordPast(seed, past);
}

function nearNow({ nowUtcMs }: DemoSeed): InstantRange {
  return { fromUtcMs: nowUtcMs - (VIEW_DAYS + 2) * DAY_MS, toUtcMs: nowUtcMs + DAY_MS };
}

/** Stores what the estimator says of the classes that no one filmed. */
async function recordPast(seed: DemoSeed, past: readonly Occurrence[]): Promise<void> {
  const { gym, store, nowUtcMs } = seed;
  if (past.length === 0) return;
  const records = await store.records(gym.id, nearNow(seed));
  const own = records.filter(({ sourceId }) => sourceId === TIMETABLE_SOURCE);
  const ids = new Map(own.map((record) => [placeOf(record), record.id]));
  const estimates = past.flatMap((occurrence) => {
    const { line, startsUtcMs, isCancelled } = occurrence;
    const classId = ids.get(placeOf({ room: line.room, startsUtcMs }));
    if (classId === undefined || isCancelled) return [];
    const estimate = { ...attendanceOf(occurrence, nowUtcMs), source: 'camera' as const };
    return [{ classId, estimate: { ...estimate, method: GENERATED_METHOD } }];
  });
  await store.recordEstimates(estimates);
}

function parsed(
  entries: readonly ScheduleEntry[],
  completeUtcMs: ParsedSchedule['completeUtcMs'],
): ParsedSchedule {
  const byStart = entries.toSorted((one, other) => one.startsUtcMs - other.startsUtcMs);
  const nothingWrong = { faults: [], faultCount: 0, format: 'json', shape: 'generic' } as const;
  return { entries: byStart, ...nothingWrong, completeUtcMs };
}

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
const TIMETABLE_SOURCE = 'demo';
const LIVE_SOURCE = 'demo-live';

/** A class that ended this shortly before the start may still be looked at by the evaluation of the running gym. */
const SETTLED_MS = 20 * MINUTE_MS;

/** Of what is stored for a class that no one filmed. */
export const GENERATED_METHOD = `${ATTENDANCE_METHOD}/generated`;

function isCounted({ estimate, correction }: ClassRecord): boolean {
  return correction !== null || (estimate !== null && estimate.attended !== null);
}

/** Live classes from the start of the run on, around the timetable's and what an earlier run has left unfinished. */
function liveEntries(
  { startedUtcMs, nowUtcMs }: DemoSeed,
  rooms: readonly DrawnRoom[],
  known: readonly ClassRecord[],
  coming: readonly Occurrence[],
): ScheduleEntry[] {
  const unfinished = known.filter(
    ({ startsUtcMs, endsUtcMs }) => startsUtcMs < startedUtcMs && endsUtcMs > startedUtcMs,
  );
  const held = [...coming.map((one) => ({ ...one, room: one.line.room })), ...unfinished];
  const busy: RoomTime[] = held
    .filter(({ isCancelled }) => !isCancelled)
    .map(({ room, startsUtcMs, endsUtcMs }) => {
      return { roomId: room ?? '', fromUtcMs: startsUtcMs, toUtcMs: endsUtcMs };
    });
  const range = { fromUtcMs: startedUtcMs, toUtcMs: nowUtcMs + LIVE_AHEAD_MS };
  return liveClasses(rooms, busy, range).flatMap((time) => {
    const room = rooms.find(({ id }) => id === time.roomId);
    const date = dateAt(DEMO_TIMEZONE, time.fromUtcMs);
    return room === undefined ? [] : [liveEntry(time, room, date)];
  });
}

/** Names a class of any source by its place in time. */
function placeOf({ room, startsUtcMs }: Pick<ClassRecord, 'room' | 'startsUtcMs'>): string {
  return `${room}/${startsUtcMs}`;
}
