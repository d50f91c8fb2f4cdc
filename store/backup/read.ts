/**
 * Unpacks a backup, or copies a database as an upgrade leaves one, and proves that it is whole, before anything of the data
 * folder is touched.
 *
 * An archive is refused by the sizes in it before they are read: it has the files of a backup and no others, and there is
 * space for them. Only a piece of it is in memory at any time.
 */

import { createReadStream, type Stats } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ReadEntry } from 'tar';
import { isTurnoutError, messageOf, TurnoutError } from '../../errors.ts';
import { sha256Of } from '../../runtime/sha256.ts';
import { codeOf, openDatabase, type Session, sqliteCode } from '../history/database.ts';
import { DATABASE_FILE, freeBytes, sizeOf } from '../history/folder/replace.ts';
import { checkedVersion } from '../history/migrate.ts';
import {
  type BackupManifest,
  CONFIG_NAME,
  MANIFEST_FILE,
  readManifest,
  unusableBackup,
} from './create.ts';

/** What can take the place of the data, as it says of itself; `version` is null for a database, which does not say. */
export type Restorable = Omit<BackupManifest, 'version'> & { readonly version: string | null };

/** What an archive may hold next to its database. */
const TEXTS: ReadonlySet<string> = new Set([MANIFEST_FILE, CONFIG_NAME]);
/** A hundred models are 5 kB of manifest. Chosen here. */
const MAX_TEXT_BYTES = 1024 ** 2;
/** Six weeks of the demo are packed to a fifth, an empty database to a thirtieth. Chosen here. */
const MAX_RATIO = 100;
/** Of so much any archive may be: a disk has that. Chosen here. */
const SMALL_BYTES = 64 * 1024 ** 2;
/** In memory at a time. Chosen here. */
const PIECE_BYTES = 128 * 1024;
const BUSY_MS = 1_000;

/**
 * Puts the database of `file` into the empty folder `into`, and the configuration if it is a backup with one. Sizes and
 * checksums are those of the manifest, SQLite finds the database whole, and its schema is one that this build knows.
 * Rejects with `backup_unusable`, `data_newer`, with `data_unusable` where there is no space, and with the system's error
 * where `into` cannot be used. Links, devices and names of other folders are not unpacked.
 */
export async function unpackBackup(file: string, into: string): Promise<Restorable> {
  const name = basename(file);
  try {
    return (await isDatabaseFile(file, `file ${name}`))
      ? await copyDatabase(file, into, `database ${name}`)
      : await unpackArchive(file, into, `backup ${name}`);
  } catch (error) {
    const isFull = /^(ENOSPC|EDQUOT|SQLITE_FULL)$/.test(codeOf(error) ?? '');
    throw isFull ? noSpace(into, null, error) : error;
  }
}

async function unpackArchive(file: string, into: string, where: string): Promise<Restorable> {
  await extract(file, into, where);
  const text = await readFile(join(into, MANIFEST_FILE), 'utf8').catch(() => '');
  const manifest = readManifest(text, where);
  for (const { name, bytes, sha256 } of manifest.files) {
    const path = join(into, name);
    const size = await sizeOf(path);
    if (size === null) throw unusableBackup(where, `an archive without ${name}`);
    if (size !== bytes || (await sha256Of(path)) !== sha256) {
      throw unusableBackup(where, `${name} with another checksum than in its manifest`);
    }
  }
  if (!manifest.files.some(({ name }) => name === DATABASE_FILE)) {
    throw unusableBackup(where, `an archive without ${DATABASE_FILE}`);
  }
  await checkDatabase(join(into, DATABASE_FILE), where);
  return manifest;
}

/** With what its write-ahead log has. */
async function copyDatabase(file: string, into: string, where: string): Promise<Restorable> {
  const { size, mtimeMs } = await stat(file);
  const bytes = size + ((await sizeOf(`${file}-wal`)) ?? 0);
  if (bytes > (await freeBytes(into))) throw noSpace(into, bytes);
  const copy = join(into, DATABASE_FILE);
  await inDatabase(file, where, async (session) => {
    await requireOurs(session, where);
    await session.run('VACUUM INTO ?', copy);
  });
  const schemaVersion = await checkDatabase(copy, where);
  const createdUtcMs = Math.round(mtimeMs);
  return { format: 0, version: null, schemaVersion, createdUtcMs, files: [], models: [] };
}

/** By the first bytes. A process that owns a data folder asks for no file of SQLite in it: closing it drops its locks. */
async function isDatabaseFile(file: string, where: string): Promise<boolean> {
  const start = Buffer.alloc(16);
  try {
    const handle = await open(file);
    await handle.read(start, 0, start.length, 0).finally(() => handle.close());
  } catch (cause) {
    if (codeOf(cause) === 'EISDIR')
      throw unusableBackup(where, 'a folder', 'name a file in it', cause);
    const hint = 'check the path and its permissions';
    throw unusableBackup(where, 'no file that can be read', hint, cause);
  }
  if (start.toString('latin1') === 'SQLite format 3\0') return true;
  if (start[0] === 0x1f && start[1] === 0x8b) return false;
  const hint = 'name a file of turnout backup, or a turnout.schema-N.sqlite of the data folder';
  throw unusableBackup(where, 'neither an archive nor a database', hint);
}

/** What a backup has and nothing else, by the headers: what is too much is refused before it is read. */
async function extract(file: string, into: string, where: string): Promise<void> {
  const { extract: unpack } = await import('tar');
  const archiveBytes = (await stat(file)).size;
  const most = Math.max(SMALL_BYTES, archiveBytes * MAX_RATIO);
  const free = await freeBytes(into);
  let bytes = 0;
  const unzipped = createGunzip({ chunkSize: PIECE_BYTES });
  const isPart = (name: string, entry: Stats | ReadEntry): boolean => {
    if (!('type' in entry) || entry.type !== 'File') return false;
    if (TEXTS.has(name) ? entry.size > MAX_TEXT_BYTES : name !== DATABASE_FILE) return false;
    bytes += entry.size;
    if (bytes > most) {
      const got = `${megabytes(bytes)} packed into ${megabytes(archiveBytes)}, which no backup is`;
      unzipped.destroy(unusableBackup(where, got));
    } else if (bytes > free) unzipped.destroy(noSpace(into, bytes));
    return !unzipped.destroyed;
  };
  const parts = unpack({ cwd: into, strict: true, filter: isPart });
  parts.on('ignoredEntry', () => {
    unzipped.destroy(unusableBackup(where, 'an archive with what no backup has'));
  });
  // What follows the end of the archive would wait in memory.
  parts.on('eof', () => {
    parts.write = () => true;
  });
  try {
    await pipeline(createReadStream(file), unzipped, parts);
  } catch (error) {
    const isSystem = error instanceof Error && 'syscall' in error;
    if (error instanceof TurnoutError || isSystem) throw error;
    const got = `an archive that breaks off: ${messageOf(error)}`;
    throw unusableBackup(where, got, undefined, error);
  }
}

function noSpace(folder: string, bytes: number | null, cause?: unknown): TurnoutError {
  const space = bytes === null ? 'more space' : `${megabytes(bytes)} of space`;
  const parts = {
    where: `disk of ${dirname(folder)}`,
    expected: `${space} for what is restored`,
    got: 'less',
    hint: 'nothing was changed; free some space and try again',
  };
  return new TurnoutError('data_unusable', parts, { cause });
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;

/** @returns the version of its schema. */
function checkDatabase(path: string, where: string): Promise<number> {
  return inDatabase(path, where, async (session) => {
    const version = await requireOurs(session, where);
    const row = await session.get<{ integrity_check: string }>('PRAGMA integrity_check(1)');
    if (row?.integrity_check !== 'ok') {
      throw unusableBackup(where, `a damaged database: ${row?.integrity_check}`);
    }
    return version;
  });
}

async function requireOurs(session: Session, where: string): Promise<number> {
  const version = await checkedVersion(session).catch((error: unknown) => {
    if (isTurnoutError(error, 'data_newer')) {
      const hint = 'restore it with the Turnout that wrote it, or a newer one';
      throw new TurnoutError('data_newer', { ...error.parts, where, hint }, { cause: error });
    }
    if (!isTurnoutError(error, 'data_unusable')) throw error;
    const { data, got, hint } = error.parts;
    if (data === undefined) throw unusableBackup(where, 'a database of another program');
    throw unusableBackup(where, `a database of schema ${got}`, hint);
  });
  if (version === 0) throw unusableBackup(where, 'an empty database');
  return version;
}

async function inDatabase<Result>(
  path: string,
  where: string,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  try {
    const database = await openDatabase({ path, mode: 'read', busyMs: BUSY_MS });
    return await database.exclusive(work).finally(() => database.close());
  } catch (error) {
    const isDamaged = /^SQLITE_(NOTADB|CORRUPT)$/.test(sqliteCode(error) ?? '');
    throw isDamaged ? unusableBackup(where, 'a damaged database', undefined, error) : error;
  }
}
