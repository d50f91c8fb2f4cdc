/**
 * Whether the data folder holds what it should: a database where there is a log of one, the one that was opened, and a
 * little space that a start on a full disk can use.
 */

import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TurnoutError } from '../../../errors.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log/log.ts';
import { codeOf, type Database, sqliteCode, statementsOf } from '../database.ts';
import { FolderFault, isDiskFull } from '../faults.ts';
import { DATABASE_FILE, RESERVE_FILE, sizeOf } from './replace.ts';

/** A database that takes no change while its file is not in its place: nothing is promised that will be lost. */
export type PresentDatabase = Awaited<ReturnType<typeof whilePresent>>;

/** Remembers what is there now. Rejects with the system's error where the folder or its database cannot be read. */
export async function whilePresent(
  database: Database,
  dir: string,
  clock: Pick<Clock, 'monotonicMs'>,
) {
  const places = [
    ['FOLDER', dir, await identity(dir)],
    ['FILE', join(dir, DATABASE_FILE), await identity(join(dir, DATABASE_FILE))],
  ] as const;
  const fault = async () => {
    for (const [what, path, was] of places) {
      const now = await identity(path);
      if (now !== was) return new FolderFault(what, now === null ? 'GONE' : 'REPLACED');
    }
    return null;
  };
  let full: unknown = null;
  /** In the order in which they began. */
  const waiting = new Set<{ readonly sinceMs: number }>();
  const guarded =
    (run: Database['exclusive']): Database['exclusive'] =>
    async (work) => {
      const one = { sinceMs: clock.monotonicMs() };
      waiting.add(one);
      try {
        return await run(async (session) => {
          const away = await fault();
          if (away !== null) throw away;
          return work(session);
        });
      } catch (error) {
        if (sqliteCode(error) === 'SQLITE_FULL') full = error;
        throw error;
      } finally {
        waiting.delete(one);
      }
    };
  const exclusive = guarded(database.exclusive);
  return {
    ...statementsOf(exclusive),
    exclusive,
    transaction: guarded(database.transaction),
    close: () => database.close(),
    /** What a change was refused with for want of space since this was last asked; null for none. */
    takeFull: () => {
      const was = full;
      full = null;
      return was;
    },
    /** Null while all is in its place. An open file of a deleted folder can be written, and is lost when it is closed. */
    fault,
    /** Of the change that waits or is being stored for longest, ms; 0 where none is. A disk that hangs reports no error. */
    longestWaitMs: () => {
      const [oldest] = waiting;
      return oldest === undefined ? 0 : clock.monotonicMs() - oldest.sinceMs;
    },
  };
}

/** Null where there is none. */
async function identity(path: string): Promise<string | null> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}/${ino}`;
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test(codeOf(error) ?? '')) return null;
    throw error;
  }
}

/**
 * Before SQLite opens the folder: it takes a database that is missing or empty for a new one, and deletes the write-ahead log
 * next to it, which may hold everything. Rejects with `data_unusable` for that, and for an empty one in a folder that has its
 * reserve: that is made once there is a database.
 */
export async function refuseEmptied(dir: string): Promise<void> {
  const files = [DATABASE_FILE, `${DATABASE_FILE}-wal`, RESERVE_FILE];
  const [bytes, logBytes, reserved] = await Promise.all(
    files.map((file) => sizeOf(join(dir, file))),
  );
  if (bytes || (!logBytes && (bytes === null || !reserved))) return;
  const where = `data folder, ${DATABASE_FILE}`;
  const got = logBytes
    ? `none or an empty one next to a write-ahead log of ${logBytes} bytes`
    : 'an empty file';
  const away = logBytes ? `${DATABASE_FILE}-wal` : DATABASE_FILE;
  const hint = `restore a backup, or put a copy of the whole folder in its place; to begin again, move ${away} away`;
  throw new TurnoutError('data_unusable', { where, expected: 'the database', got, hint });
}

/*
 * A little space that a start on a full disk can use. To read its database SQLite needs 32 KiB that its connections share,
 * and a stopped program has given them back; without them a full disk would bar even reading.
 */

/** Twice what SQLite takes, and some for the file that says who owns the folder. Chosen here. */
const RESERVE_BYTES = 96 * 1024;

/** Runs `work`, which opens the folder; on a full disk a second time with the reserve. */
export function withReserve<Result>(dir: string, work: () => Promise<Result>): Promise<Result> {
  return work().catch(async (error: unknown) => {
    if (!(await isDiskFull(dir, error).catch(() => false))) throw error;
    await rm(join(dir, RESERVE_FILE), { force: true });
    return work();
  });
}

/** Makes the reserve where there is none. Written in full, since a file with holes holds no space. */
export async function makeReserve(dir: string, log?: Log): Promise<void> {
  const path = join(dir, RESERVE_FILE);
  try {
    await writeFile(path, Buffer.alloc(RESERVE_BYTES, 1), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    const detail = 'hardly anything more can be written: free some space';
    log?.warn('disk_nearly_full', { detail });
    // A part of it is none.
    await rm(path, { force: true }).catch(() => undefined);
  }
}
