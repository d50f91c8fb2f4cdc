/**
 * Brings the demo gym's classes into the history: six weeks of the timetable with generated counts, and from the start of
 * the program on what its cameras will see.
 *
 * ```text
 *            ├── six weeks ──┤ start of the program        ├─ 6 h ──┤
 *  demo      past, generated │ to come, counted by the cameras ─────────── 14 days ─▶
 *  demo-live                 │ between those of the timetable, counted by the cameras
 * ```
 *
 * What the cameras of this or an earlier run have counted stays as it is.
 */

import { addDays, dateAt, type InstantRange } from '../../gym/calendar/zone.ts';
import type { ParsedSchedule, ScheduleEntry } from '../../gym/schedule/entry.ts';
import { VIEW_DAYS } from '../../gym/sessions/view.ts';
import type { ClassRecord, StoredAttendance } from '../../store/history/classes/class-store.ts';
import { attendanceOf, settleAll } from './attendance.ts';
import { pastEntry } from './entries.ts';
import { DEMO_TIMEZONE, type Occurrence, occurrencesBetween } from './occurrence.ts';
import {
  type DemoSeed,
  GENERATED_METHOD,
  LIVE_SOURCE,
  lastBegun,
  liveEntries,
  placeOf,
  plannedEntries,
  TIMETABLE_SOURCE,
  unfilmed,
} from './plan.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAYS_AHEAD = 14;
/** Live classes are planned this far ahead; a run that crashes leaves those few without a count. */
const LIVE_AHEAD_MS = 6 * 60 * MINUTE_MS;
/** How often the demo is to be seeded again while it runs, ms. It may be missed four times before live classes run out. */
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
  const known = await store.records(gym.id, aroundNow(seed));

  const past = unfilmed(occurrences, seed, known);
  await settleAll(past, nowUtcMs, signal);
  if (signal?.aborted === true) return;

  const coming = occurrences.filter(({ startsUtcMs }) => startsUtcMs >= seed.startedUtcMs);
  const planned = plannedEntries(seed, known, coming);
  await store.import(gym.id, TIMETABLE_SOURCE, parsed([...past.map(pastEntry), ...planned], null));
  await importLive(seed, known, coming, nowUtcMs + LIVE_AHEAD_MS);
  await recordPast(seed, past);
}

/**
 * Takes the live classes that have not begun by `nowUtcMs` back: once the program has stopped, no one films them. Those of
 * the timetable stay, as they do in any gym. Rejects with SQLite's error.
 */
export async function withdrawLive(seed: DemoSeed): Promise<void> {
  const { gym, store, startedUtcMs, nowUtcMs } = seed;
  const from = dateAt(DEMO_TIMEZONE, startedUtcMs);
  const occurrences = occurrencesBetween(from, addDays(dateAt(DEMO_TIMEZONE, nowUtcMs), 1));
  const coming = occurrences.filter(({ startsUtcMs }) => startsUtcMs >= startedUtcMs);
  const known = await store.records(gym.id, aroundNow(seed));
  await importLive(seed, known, coming, nowUtcMs);
}

function aroundNow({ nowUtcMs }: DemoSeed): InstantRange {
  return { fromUtcMs: nowUtcMs - (VIEW_DAYS + 2) * DAY_MS, toUtcMs: nowUtcMs + DAY_MS };
}

/** Imports the live classes that begin before `untilUtcMs`, and takes back those after it that were planned before. */
async function importLive(
  seed: DemoSeed,
  known: readonly ClassRecord[],
  coming: readonly Occurrence[],
  untilUtcMs: number,
): Promise<void> {
  const { gym, store, nowUtcMs } = seed;
  const live = liveEntries(seed, known, { coming, untilUtcMs });
  const begun = lastBegun(seed, known);
  if (begun !== null && live.every(({ externalId }) => externalId !== begun.externalId)) {
    live.push(begun);
  }
  const range = { fromUtcMs: nowUtcMs, toUtcMs: nowUtcMs + DAYS_AHEAD * DAY_MS };
  await store.import(gym.id, LIVE_SOURCE, parsed(live, range));
}

/** Stores what the estimator says of the classes that no one filmed. */
async function recordPast(seed: DemoSeed, past: readonly Occurrence[]): Promise<void> {
  const { gym, store, nowUtcMs } = seed;
  if (past.length === 0) return;
  const records = await store.records(gym.id, aroundNow(seed));
  const ids = new Map(
    records
      .filter(({ sourceId }) => sourceId === TIMETABLE_SOURCE)
      .map((record) => [placeOf(record), record.id]),
  );
  const estimates = past.flatMap((occurrence) => {
    const { line, startsUtcMs, isCancelled } = occurrence;
    const classId = ids.get(placeOf({ room: line.room, startsUtcMs }));
    if (classId === undefined || isCancelled) return [];
    return [{ classId, estimate: storedEstimate(occurrence, nowUtcMs) }];
  });
  await store.recordEstimates(estimates);
}

function storedEstimate(occurrence: Occurrence, nowUtcMs: number): StoredAttendance {
  const { attended, low, high, quality, reasons, figures } = attendanceOf(occurrence, nowUtcMs);
  const shown = { attended, low, high, quality, reasons, figures };
  return { source: 'camera', ...shown, method: GENERATED_METHOD };
}

function parsed(
  entries: readonly ScheduleEntry[],
  completeUtcMs: ParsedSchedule['completeUtcMs'],
): ParsedSchedule {
  const byStart = entries.toSorted((one, other) => one.startsUtcMs - other.startsUtcMs);
  const nothingWrong = { faults: [], faultCount: 0, format: 'json', shape: 'generic' } as const;
  return { entries: byStart, ...nothingWrong, completeUtcMs };
}
