/** Years of a large gym in a real SQLite file: the newest weeks by the doors of the program, the older ones as copies. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, type CalendarDate, instantOf } from '../../gym/calendar/zone.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { type Database, openDatabase } from '../../store/history/database.ts';
import { DATABASE_FILE } from '../../store/history/folder/files.ts';
import { type History, openHistory } from '../../store/history/history.ts';
import { classesOfWeek, entryOf, estimateOf, GYM, TIMEZONE } from './classes.ts';

export interface ClassHistory {
  readonly history: History;
  /** Imports the weeks from one Monday up to, but without, another. @returns classes added. */
  fill(from: CalendarDate, to: CalendarDate): Promise<number>;
  /**
   * Copies the four weeks that begin on a Monday to each of the blocks of four weeks before them, from the `first` to the
   * `last` (1..): an import of five years takes minutes. Hours on the wall shift with the clock. @returns classes added.
   */
  copyBack(monday: CalendarDate, first: number, last: number): Promise<number>;
  close(): Promise<void>;
}

/** One of so many classes of the large gym: 200 a week are a busy one. */
export const SHARE = 10;
/** Weeks in one import, which is what a booking system exports at a time, and in one copy. */
export const WEEKS_AT_ONCE = 4;
const BLOCK_MS = WEEKS_AT_ONCE * 7 * 86_400_000;

export async function openClassHistory(): Promise<ClassHistory> {
  const dir = await mkdtemp(join(tmpdir(), 'turnout-bench-'));
  const history = await openHistory({ dir, clock: systemClock, log: silentLog });
  return {
    history,
    fill: async (from, to) => {
      let classes = 0;
      for (let monday = from; monday < to; monday = addDays(monday, 7 * WEEKS_AT_ONCE)) {
        const weeks = Array.from({ length: WEEKS_AT_ONCE }, (_, n) => addDays(monday, 7 * n));
        classes += await add(
          history,
          weeks.filter((week) => week < to),
        );
      }
      return classes;
    },
    copyBack: async (monday, first, last) => {
      const path = join(dir, DATABASE_FILE);
      const database = await openDatabase({ path, mode: 'create', busyMs: 5_000 });
      try {
        const fromUtcMs = instantOf(TIMEZONE, `${monday}T00:00`);
        let classes = 0;
        for (let block = first; block <= last; block += 1) {
          classes += await copyBlock(database, fromUtcMs, block);
        }
        return classes;
      } finally {
        await database.close();
      }
    },
    close: async () => {
      await history.close();
      await rm(dir, { recursive: true });
    },
  };
}

async function add({ classes }: History, mondays: readonly CalendarDate[]): Promise<number> {
  const sessions = mondays.flatMap((monday) => classesOfWeek(monday, SHARE));
  await classes.import(GYM.id, 'bench', {
    entries: sessions.map(entryOf),
    faults: [],
    faultCount: 0,
    format: 'csv',
    shape: 'generic',
    completeUtcMs: null,
  });
  const [first, last] = [sessions[0], sessions.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const range = { fromUtcMs: first.startsUtcMs, toUtcMs: last.startsUtcMs + 1 };
  const stored = await classes.records(GYM.id, range);
  const byPlace = new Map(
    sessions.map((session) => [placeOf(session.startsUtcMs, session.roomName), session]),
  );
  await classes.recordEstimates(
    stored.flatMap(({ id, startsUtcMs, room }) => {
      const session = byPlace.get(placeOf(startsUtcMs, room));
      const estimate = session === undefined ? null : estimateOf(session);
      return estimate === null ? [] : [{ classId: id, estimate }];
    }),
  );
  return sessions.length;
}

/** One class at a time in a room. */
function placeOf(startsUtcMs: number, room: string | null): string {
  return `${startsUtcMs} ${room}`;
}

/** Classes, what was said of them and who was there, in one transaction. @returns classes added. */
function copyBlock(database: Database, fromUtcMs: number, block: number): Promise<number> {
  const copy = [block * BLOCK_MS, block] as const;
  const source = [GYM.id, fromUtcMs, fromUtcMs + BLOCK_MS] as const;
  return database.transaction(async (session) => {
    const classes = await session.run(COPY_CLASSES, ...copy, ...source);
    await session.run(COPY_FACTS, ...copy, ...source);
    await session.run(COPY_ESTIMATES, ...copy, ...source);
    return classes;
  });
}

// Of the new row: ?1 is taken from its times (ms), ?2 put behind its id.
const SOURCE = 'gym = ?3 AND classes.starts_utc_ms >= ?4 AND classes.starts_utc_ms < ?5';

const COPY_CLASSES = `
INSERT INTO class_versions (born, id, gym, starts_utc_ms, ends_utc_ms, name, trainer, is_substitute, room, source, is_cancelled,
  capacity, booked, checked_in, late_cancels, waitlisted, revenue_milli)
SELECT 0, id || '-' || ?2, gym, starts_utc_ms - ?1, ends_utc_ms - ?1, name, trainer, is_substitute, room, source,
  is_cancelled, capacity, booked, checked_in, late_cancels, waitlisted, revenue_milli
FROM classes WHERE ${SOURCE}`;

const COPY_FACTS = `
INSERT INTO fact_versions (born, is_dropped, source, external_id, class, since, starts_utc_ms, ends_utc_ms, name, trainer, is_substitute, room,
  is_cancelled, capacity, booked, checked_in, no_shows, late_cancels, waitlisted, revenue_milli, said)
SELECT 0, 0, facts.source, facts.external_id || '-' || ?2, class || '-' || ?2, since, facts.starts_utc_ms - ?1, facts.ends_utc_ms - ?1,
  facts.name, facts.trainer, facts.is_substitute, facts.room, facts.is_cancelled, facts.capacity, facts.booked,
  facts.checked_in, no_shows, facts.late_cancels, facts.waitlisted, facts.revenue_milli, said
FROM classes JOIN facts ON facts.class = classes.id WHERE ${SOURCE}`;

const COPY_ESTIMATES = `
INSERT INTO estimates (class, version, computed_utc_ms, body)
SELECT class || '-' || ?2, version, computed_utc_ms - ?1, body
FROM classes JOIN estimates ON estimates.class = classes.id WHERE ${SOURCE}`;
