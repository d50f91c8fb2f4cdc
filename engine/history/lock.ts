/**
 * One process owns a data folder.
 *
 * The lock is the operating system's: a lock on the file `turnout.lock.sqlite`, taken through SQLite and let go by the
 * system when the process ends, however it ends. So it is never stale: not after a kill, a reboot, a pid used again,
 * or from another container, and nothing has to be guessed from pids. `turnout.lock` beside it only tells who it is.
 *
 * POSIX drops such a lock when its process opens and closes the same file by other means: never read the lock file
 * (or the database) with `node:fs` in the process that owns the folder (sqlite.org/howtocorrupt.html, 2.2).
 */

import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { TurnoutError } from '../../errors.ts';
import type { Clock } from '../clock.ts';
import { createTurns, type Database, openDatabase, sqliteCode } from './database.ts';
import { unusableFolder } from './open.ts';

/** Who owns a data folder. */
export interface LockInfo {
  readonly pid: number;
  readonly host: string;
  readonly startedUtcMs: number;
  /** Where the server answers; null until it listens, and for commands. */
  readonly url: string | null;
  /** Path of the socket that takes operations of the same user, see `engine/control`; null where there is none. */
  readonly control: string | null;
}

export interface DataDirLock {
  /** Tells others where this process answers. */
  setUrl(url: string): Promise<void>;
  /** Tells commands of the same user where operations are taken. */
  setControl(path: string | null): Promise<void>;
  /** Lets the folder go. */
  release(): Promise<void>;
}

const INFO_FILE = 'turnout.lock';
const LOCK_FILE = 'turnout.lock.sqlite';
/** Enough for the owner's start and stop; chosen here. */
const WAIT_MS = 250;

/**
 * Makes this process the owner of `dir`, which is created when needed. Rejects with `data_locked` when another process
 * is, and with `data_unusable` when the folder cannot be written.
 */
export async function lockDataDir(
  dir: string,
  { clock }: { readonly clock: Clock },
): Promise<DataDirLock> {
  const held = await takeLock(dir);
  let own: LockInfo = {
    pid: process.pid,
    host: hostname(),
    startedUtcMs: clock.nowUtcMs(),
    url: null,
    control: null,
  };
  const inTurn = createTurns();
  const say = (news: Partial<LockInfo>) => {
    own = { ...own, ...news };
    return inTurn(() => writeInfo(dir, own));
  };
  try {
    await say({});
  } catch (error) {
    await held.close();
    throw unusableFolder(error);
  }
  return {
    setUrl: (url) => say({ url }),
    setControl: (control) => say({ control }),
    release: async () => {
      await rm(join(dir, INFO_FILE), { force: true });
      await held.close();
    },
  };
}

/**
 * Who owns `dir` at this moment; null when nobody does, whatever a crashed owner left behind, and in the instant before
 * a new owner has said who it is. Takes nothing and leaves nothing. Rejects with `data_unusable` when the folder cannot
 * be read.
 */
export async function readLock(dir: string): Promise<LockInfo | null> {
  return (await isHeld(dir)) ? readInfo(dir) : null;
}

async function takeLock(dir: string): Promise<Database> {
  try {
    await mkdir(dir, { recursive: true });
    const lock = await openDatabase({
      path: join(dir, LOCK_FILE),
      mode: 'create',
      busyMs: WAIT_MS,
    });
    try {
      await lock.exclusive((session) => session.exec('BEGIN EXCLUSIVE'));
      return lock;
    } catch (error) {
      await lock.close();
      throw error;
    }
  } catch (error) {
    throw isBusy(error) ? locked(await readInfo(dir), error) : unusableFolder(error);
  }
}

async function isHeld(dir: string): Promise<boolean> {
  try {
    const lock = await openDatabase({ path: join(dir, LOCK_FILE), mode: 'read', busyMs: 0 });
    try {
      await lock.exclusive((session) => session.all('SELECT 1 FROM sqlite_schema'));
      return false;
    } finally {
      await lock.close();
    }
  } catch (error) {
    if (sqliteCode(error) === 'SQLITE_CANTOPEN') {
      return false;
    }
    if (isBusy(error)) {
      return true;
    }
    throw unusableFolder(error);
  }
}

/** Whole or not at all: readers never see half of it. For the own user only: it says where operations are taken. */
async function writeInfo(dir: string, info: LockInfo): Promise<void> {
  const { pid, host, startedUtcMs, url, control } = info;
  const temporary = join(dir, `${INFO_FILE}.new`);
  const started = new Date(startedUtcMs).toISOString();
  // A file that a crash left would keep its old mode.
  await rm(temporary, { force: true });
  await writeFile(temporary, `${JSON.stringify({ pid, host, started, url, control })}\n`, {
    mode: 0o600,
  });
  await rename(temporary, join(dir, INFO_FILE));
}

/** Null where it is missing or unreadable: it informs, it decides nothing. */
async function readInfo(dir: string): Promise<LockInfo | null> {
  try {
    const info: unknown = JSON.parse(await readFile(join(dir, INFO_FILE), 'utf8'));
    return toLockInfo(info);
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error)) {
      return null;
    }
    throw error;
  }
}

function toLockInfo(info: unknown): LockInfo | null {
  if (typeof info !== 'object' || info === null) {
    return null;
  }
  const { pid, host, started, url, control } = info as Record<string, unknown>;
  const startedUtcMs = typeof started === 'string' ? Date.parse(started) : Number.NaN;
  if (typeof pid !== 'number' || typeof host !== 'string' || Number.isNaN(startedUtcMs)) {
    return null;
  }
  return { pid, host, startedUtcMs, url: textOrNull(url), control: textOrNull(control) };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function isBusy(error: unknown): boolean {
  return sqliteCode(error) === 'SQLITE_BUSY';
}

function locked(owner: LockInfo | null, cause: unknown): TurnoutError {
  const who =
    owner === null
      ? 'another process'
      : `process ${owner.pid} on ${owner.host}, running since ${new Date(owner.startedUtcMs).toISOString()}`;
  return new TurnoutError(
    'data_locked',
    {
      where: 'data folder',
      expected: 'no other process that owns it',
      got: who,
      hint: 'stop that one first, or use another folder (TURNOUT_DATA)',
      data: { pid: owner?.pid ?? null, host: owner?.host ?? null, url: owner?.url ?? null },
    },
    { cause },
  );
}
