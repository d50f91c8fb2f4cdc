/**
 * Deletes what is older than it may be stored, a little at a time so that new samples are never held up, and gives the
 * space back to the disk.
 */

import { DAY_MS, MINUTE_MS } from '../../../gym/calendar/zone.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Database } from '../database.ts';
import { addToStored } from './samples.ts';

/** How long counts are stored. Ages are computed from a sample's own time. */
export interface Retention {
  /** Raw samples, ms. */
  readonly samplesMs: number;
  /** Minutes, ms; where it is less than `samplesMs`, that holds for them too. */
  readonly minutesMs: number;
}

/** One delete holds up an append for a few milliseconds. Chosen here, see `bench/engine/history.bench.ts`. */
const BATCH_ROWS = 2_000;
/** 4 MB of free pages a step. */
const VACUUM_PAGES = 1_000;
/** How long a clock that was moved must stand before it is believed. Chosen here: time for a person to see the warning. */
const TRUST_MS = DAY_MS;

/**
 * A purge that remembers the clock. Run it from time to time, every hour for example. It goes by the earliest time that any
 * state of the clock in the last day tells: by a wrong one all might be "old". A computer that sleeps at night is a day late.
 */
export function createPurge(database: Database, clock: Clock) {
  /** Of the wall clock to the steady one: they go along with each other, but for a step. */
  const look = () => {
    const atMs = clock.monotonicMs();
    return { atMs, offsetMs: clock.nowUtcMs() - atMs };
  };
  let states = [look()];
  return async (retention: Retention): Promise<void> => {
    const state = look();
    const believed = states.findLastIndex(({ atMs }) => atMs <= state.atMs - TRUST_MS);
    states = [...states.slice(Math.max(0, believed)), state];
    const now = state.atMs + Math.min(...states.map(({ offsetMs }) => offsetMs));
    await deleteBefore(database, 'samples', wholeMinute(now - retention.samplesMs));
    const minutesMs = Math.max(retention.minutesMs, retention.samplesMs);
    await deleteBefore(database, 'minutes', wholeMinute(now - minutesMs));
    await giveBackPages(database);
  };
}

const TIMES = { samples: 'at_utc_ms', minutes: 'minute_utc_ms' } as const;

async function deleteBefore(database: Database, table: keyof typeof TIMES, beforeUtcMs: number) {
  const time = TIMES[table];
  const sql = `DELETE FROM ${table} WHERE camera = ?1 AND ${time} IN (SELECT ${time} FROM ${table}
    WHERE camera = ?1 AND ${time} < ?2 ORDER BY ${time} LIMIT ${BATCH_ROWS})`;
  const cameras = await database.all<{ key: number }>('SELECT key FROM cameras');
  for (const { key } of cameras) {
    for (let deleted = BATCH_ROWS; deleted === BATCH_ROWS; ) {
      deleted = await database.transaction(async (session) => {
        const rows = await session.run(sql, key, beforeUtcMs);
        if (table === 'samples') await addToStored(session, -rows);
        return rows;
      });
    }
  }
}

async function giveBackPages(database: Database): Promise<void> {
  for (let free = Number.POSITIVE_INFINITY; ; ) {
    await database.exec(`PRAGMA incremental_vacuum(${VACUUM_PAGES})`);
    const now = await database.get<{ freelist_count: number }>('PRAGMA freelist_count');
    const left = now?.freelist_count ?? 0;
    if (left === 0 || left >= free) return;
    free = left;
  }
}

const wholeMinute = (utcMs: number) => Math.floor(utcMs / MINUTE_MS) * MINUTE_MS;
