/**
 * Opens the database of a data folder: settings, schema, and what is told when it cannot be used.
 *
 * Write-ahead log with `synchronous=FULL`: once a commit has returned, neither a killed process nor a power cut takes
 * it away (`NORMAL` would hold against the first only). With a commit every half second that is one flush to the disk
 * each time, a few milliseconds on a thread of libuv.
 */

import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type ErrorParts, isTurnoutError, TurnoutError } from '../../errors.ts';
import type { Log } from '../../runtime/log/log.ts';
import { codeOf, type Database, openDatabase } from './database.ts';
import { unusableFolder, withReason } from './faults.ts';
import { type FileSystem, inspectFileSystem } from './folder/lock.ts';
import { refuseEmptied, withReserve } from './folder/presence.ts';
import {
  createPrivate,
  DATABASE_FILE,
  finishReplacement,
  isReplacementUnfinished,
  keepPrivate,
  sizeOf,
  snapshotFor,
  writeSnapshot,
} from './folder/replace.ts';
import { checkedVersion, migrate } from './migrate.ts';
import { SCHEMA_VERSION } from './schema/schema.ts';

/** Another program that reads the file may hold it for a moment (a backup). Chosen here, below the stop limit of 5 s. */
const BUSY_MS = 1_000;
/** The log is cut back to this after a burst. */
const LOG_BYTES = 16 * 1024 * 1024;
const PAGE_BYTES = 4_096;

const SETTINGS = `PRAGMA page_size = ${PAGE_BYTES};
PRAGMA auto_vacuum = INCREMENTAL;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA journal_size_limit = ${LOG_BYTES};
PRAGMA temp_store = MEMORY;
PRAGMA trusted_schema = OFF;`;

export interface OpenFolderOptions {
  readonly dir: string;
  readonly log: Log;
  /** Largest size of the database file, bytes; without it the disk is the limit. */
  readonly limitBytes?: number;
  /** How the folder's file system is looked at; for tests. */
  readonly inspect?: (dir: string) => Promise<FileSystem>;
}

/** The connection that writes. Rejects with `data_unusable` or `data_newer`. */
export async function openForWriting(options: OpenFolderOptions): Promise<Database> {
  const { dir, log } = options;
  await withReason(dir, async () => {
    await keepPrivate(dir, log);
    checkFileSystem(await (options.inspect ?? inspectFileSystem)(dir), log);
    if (await finishReplacement(dir)) {
      log.warn('restore_finished', { detail: 'a restore was interrupted; it is finished now' });
    }
    await refuseEmptied(dir);
    await createPrivate(join(dir, DATABASE_FILE));
  });
  return openWith(dir, 'create', async (database) => {
    await database.exec(SETTINGS);
    if (options.limitBytes !== undefined) {
      const pages = Math.max(1, Math.floor(options.limitBytes / PAGE_BYTES));
      await database.exec(`PRAGMA max_page_count = ${pages}`);
    }
    const version = await checkedVersion(database);
    const isOlder = version > 0 && version < SCHEMA_VERSION;
    if (isOlder) await writeSnapshot(database, { dir, version, log });
    await migrate(database);
    if (isOlder) log.info('database_migrated', { from: version, version: SCHEMA_VERSION });
  });
}

/**
 * A connection that only reads, next to the writer or without one, in this process or another. Rejects with
 * `data_unusable` (also where there is no database yet) or `data_newer`.
 */
export async function openForReading(dir: string): Promise<Database> {
  if (await isReplacementUnfinished(dir)) {
    throw unusable({
      expected: 'a whole database',
      got: 'a restore that was interrupted',
      hint: 'start the server once: it finishes the restore',
    });
  }
  await withReason(dir, () => access(join(dir, DATABASE_FILE)).catch(tellNothingYet));
  await refuseEmptied(dir);
  return openWith(dir, 'read', async (database) => {
    const version = await checkedVersion(database);
    if (version === SCHEMA_VERSION) return;
    throw unusable({
      where: `data folder, ${DATABASE_FILE}`,
      expected: `schema version ${SCHEMA_VERSION}`,
      got: `version ${version}`,
      hint: 'start the server once: it brings the database up to date',
    });
  });
}

/** A folder that Turnout never wrote to is not broken: no one has counted or imported anything. */
function tellNothingYet(cause: unknown): never {
  if (codeOf(cause) !== 'ENOENT') throw cause;
  throw unusable({
    expected: 'what Turnout has written',
    got: 'nothing yet',
    hint: 'start with: turnout serve, or with: turnout schedule import; for another folder set TURNOUT_DATA',
    data: { reason: 'ENOENT' },
  });
}

/** Reads all of the database, where there is one. Rejects with `data_unusable` where it is damaged, and with `data_newer`. */
export async function checkDatabase(dir: string): Promise<void> {
  await refuseEmptied(dir);
  if (!(await sizeOf(join(dir, DATABASE_FILE)))) return;
  const database = await openWith(dir, 'read', async (opened) => {
    await checkedVersion(opened);
    const row = await opened.get<{ quick_check: string }>('PRAGMA quick_check(1)');
    if (row?.quick_check !== 'ok') throw unusableFolder(row?.quick_check, 'SQLITE_CORRUPT');
  });
  await database.close();
}

const unusable = (parts: Omit<ErrorParts, 'where'> & { readonly where?: string }) =>
  new TurnoutError('data_unusable', { where: 'data folder', ...parts });

async function openWith(
  dir: string,
  mode: 'create' | 'read',
  prepare: (database: Database) => Promise<void>,
): Promise<Database> {
  const options = { path: join(dir, DATABASE_FILE), mode, busyMs: BUSY_MS, prepare };
  const open = () =>
    openDatabase(options).catch(async (error: unknown) => {
      throw isTurnoutError(error, 'data_newer') ? await withWayBack(error, dir) : error;
    });
  // Only the owner of the folder may use up the reserve.
  return withReason(dir, () => (mode === 'create' ? withReserve(dir, open) : open()));
}

/** Names the copy of the database that this build can read, where there is one. */
async function withWayBack(error: TurnoutError, dir: string): Promise<TurnoutError> {
  const file = await snapshotFor(dir, SCHEMA_VERSION);
  if (file === null) return error;
  const hint = `run the newer Turnout that wrote it; or go back to the data from before the upgrade: turnout restore ${file}`;
  return new TurnoutError('data_newer', { ...error.parts, hint }, { cause: error });
}

function checkFileSystem({ kind, name }: FileSystem, log: Log): void {
  if (kind === 'network') {
    const hint = 'choose a local folder (TURNOUT_DATA) and copy backups to the share instead';
    throw unusable({ expected: 'a local disk', got: `a network share (${name})`, hint });
  }
  if (kind === 'unclear') {
    const advice =
      'a network share would corrupt the database; make sure that this is a local disk';
    log.warn('data_folder_unclear', { file_system: name, advice });
  }
}
