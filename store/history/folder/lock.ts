/**
 * One process owns a data folder.
 *
 * The lock is the operating system's: a lock on the file `turnout.lock.sqlite`, taken through SQLite and let go by the
 * system when the process ends, however it ends. So it is never stale: not after a kill, a reboot, a pid used again,
 * or from another container, and nothing has to be guessed from pids. `turnout.lock` next to it only tells who it is.
 *
 * POSIX drops such a lock when its process opens and closes the same file by other means: never read the lock file
 * (or the database) with `node:fs` in the process that owns the folder (sqlite.org/howtocorrupt.html, 2.2).
 */

import { readFile, rm, statfs, truncate } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/schema';
import { TurnoutError } from '../../../errors.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { type Log, silentLog } from '../../../runtime/log/log.ts';
import { createQueue, systemTimers } from '../../../runtime/timers.ts';
import { parsedJson } from '../../../runtime/wire.ts';
import { type Database, openDatabase, sqliteCode } from '../database.ts';
import { isDiskFull, unusableFolder, withReason } from '../faults.ts';
import { withReserve } from './presence.ts';
import { createPrivate, INFO_FILE, keepPrivate, LOCK_FILE, writeWhole } from './replace.ts';

const TEXT = Type.Union([Type.String(), Type.Null()]);
/** As it is written; a server of before had no token. */
const INFO = Type.Object({
  pid: Type.Number(),
  host: Type.String(),
  /** ISO 8601. */
  started: Type.String(),
  /** Where the server answers; null until it listens, and for commands. */
  url: Type.Optional(TEXT),
  /** Shown by commands of the same user: the server does for it what its owner may do. New at each start; null before it listens. */
  token: Type.Optional(TEXT),
});

/** Who owns a data folder. */
export type LockInfo = Required<Static<typeof INFO>>;

/** Enough for the owner's start and stop; chosen here. */
const WAIT_MS = 250;

/** How often what a full disk did not take is written again, ms. */
const AGAIN_MS = 5_000;

/**
 * Makes this process the owner of `dir`, which is created when needed. Rejects with `data_locked` when another process
 * is, and with `data_unusable` when the folder cannot be written. A full disk is no reason: what it does not take, who the
 * owner is, is written as soon as it can be.
 */
export async function lockDataDir(
  dir: string,
  { clock, log = silentLog }: { readonly clock: Clock; readonly log?: Log },
) {
  const held = await takeLock(dir, log);
  let own: LockInfo = {
    pid: process.pid,
    host: hostname(),
    started: new Date(clock.nowUtcMs()).toISOString(),
    url: null,
    token: null,
  };
  const inTurn = createQueue();
  let cancel = (): void => undefined;
  const write = async () => {
    cancel();
    try {
      // For the own user only: the token is theirs.
      await withReserve(dir, () => writeWhole(join(dir, INFO_FILE), `${JSON.stringify(own)}\n`));
    } catch (error) {
      if (!(await isDiskFull(dir, error))) throw error;
      const detail = 'the disk is full: commands do not find this server';
      log.warn('lock_not_described', { detail });
      cancel = systemTimers.after(AGAIN_MS, () => void inTurn(write).catch(() => undefined));
    }
  };
  await write().catch(async (error: unknown) => {
    await held.close();
    throw unusableFolder(error);
  });
  return {
    /** Tells others where this process answers, and commands of the same user what to show there. */
    setServer: (url: string, token: string) => {
      own = { ...own, url, token };
      return inTurn(write);
    },
    /** Lets the folder go. */
    release: () =>
      inTurn(async () => {
        cancel();
        // Where the folder was replaced, another process may own the one that is there now.
        const holder = await readInfo(dir);
        const isOurs = holder === null || (holder.pid === own.pid && holder.host === own.host);
        if (isOurs) await rm(join(dir, INFO_FILE), { force: true });
        await held.close();
      }),
  };
}

/**
 * Who owns `dir` at this moment; null when no one does, whatever a crashed owner left behind, and in the instant before
 * a new owner has said who it is. Takes nothing and leaves nothing. Rejects with `data_unusable` when the folder cannot
 * be read.
 */
export async function readLock(dir: string): Promise<LockInfo | null> {
  try {
    const lock = await openDatabase({ path: join(dir, LOCK_FILE), mode: 'read', busyMs: 0 });
    await lock.all('SELECT 1 FROM sqlite_schema').finally(() => lock.close());
    return null;
  } catch (error) {
    // A damaged one is not held either: SQLite looks into it only under a lock.
    if (sqliteCode(error) === 'SQLITE_CANTOPEN' || isDamaged(error)) return null;
    if (sqliteCode(error) === 'SQLITE_BUSY') return readInfo(dir);
    throw unusableFolder(error);
  }
}

async function takeLock(dir: string, log: Log): Promise<Database> {
  const path = join(dir, LOCK_FILE);
  return withReason(dir, async () => {
    await keepPrivate(dir, log);
    await createPrivate(path);
    try {
      return await begin(path).catch(async (error: unknown) => {
        if (!isDamaged(error)) throw error;
        // SQLite looks at its first page only under a lock, so no one holds it now; and it stays the same file, so that two
        // processes that do this at once still contend for one lock.
        await truncate(path, 0);
        const detail = `${LOCK_FILE} was damaged; it holds nothing, and was emptied`;
        log.warn('lock_file_remade', { detail });
        return begin(path);
      });
    } catch (error) {
      throw sqliteCode(error) === 'SQLITE_BUSY' ? locked(await readInfo(dir), error) : error;
    }
  });
}

/** In memory, since the lock is all that matters: a full disk takes no journal. */
function begin(path: string): Promise<Database> {
  const prepare = (lock: Database) => lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  return openDatabase({ path, mode: 'create', busyMs: WAIT_MS, prepare });
}

/** Null where it is missing or unreadable: it informs, it decides nothing. */
async function readInfo(dir: string): Promise<LockInfo | null> {
  const text = await readFile(join(dir, INFO_FILE), 'utf8').catch(() => '');
  const info = parsedJson(text);
  return Check(INFO, info) ? { url: null, token: null, ...info } : null;
}

const isDamaged = (error: unknown) =>
  ['SQLITE_NOTADB', 'SQLITE_CORRUPT'].includes(sqliteCode(error) ?? '');

function locked(owner: LockInfo | null, cause: unknown): TurnoutError {
  const { pid = null, host = null, url = null } = owner ?? {};
  const got = owner
    ? `process ${pid} on ${host}, running since ${owner.started}`
    : 'another process';
  const expected = 'no other process that owns it';
  const hint = 'stop that one first, or use another folder (TURNOUT_DATA)';
  const parts = { where: 'data folder', expected, got, hint, data: { pid, host, url } };
  return new TurnoutError('data_locked', parts, { cause });
}

/* Whether a folder lies where SQLite's locks and shared memory can be trusted. */

export interface FileSystem {
  readonly kind: 'local' | 'network' | 'unclear';
  /** What it is called; null when it is not one of those below. */
  readonly name: string | null;
}

/**
 * By the number `statfs` gives on Linux; source: linux/magic.h and statfs(2). WAL needs memory that all processes share, which
 * no network file system has (sqlite.org/wal.html). What is local as often as not is `unclear`: a warning is all that is due.
 */
const FILE_SYSTEMS: readonly (readonly [number, FileSystem['kind'], name: string])[] = [
  [0x6969, 'network', 'NFS'],
  [0x517b, 'network', 'SMB'],
  [0xff534d42, 'network', 'CIFS'],
  [0xfe534d42, 'network', 'SMB2'],
  [0x5346414f, 'network', 'AFS'],
  [0x73757245, 'network', 'Coda'],
  [0x564c, 'network', 'NCP'],
  [0x00c36400, 'network', 'Ceph'],
  [0x0bd00bd0, 'network', 'Lustre'],
  [0x47504653, 'network', 'GPFS'],
  [0x65735546, 'unclear', 'FUSE'],
  [0x01021997, 'unclear', '9P'],
];

/** Looks at the file system of an existing folder. Rejects with the system's error where the folder cannot be asked. */
export async function inspectFileSystem(dir: string): Promise<FileSystem> {
  return classifyFileSystem((await statfs(dir)).type);
}

/** Pure part of {@link inspectFileSystem}; numbers mean the same on Linux only, elsewhere all is taken for local. */
export function classifyFileSystem(type: number, platform: string = process.platform): FileSystem {
  // 32-bit systems give the upper half of the numbers with a sign.
  const found = platform === 'linux' && FILE_SYSTEMS.find(([number]) => number === type >>> 0);
  return found ? { kind: found[1], name: found[2] } : { kind: 'local', name: null };
}
