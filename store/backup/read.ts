/**
 * Unpacks a backup, or copies a database as an upgrade leaves one, and proves that it is whole, before anything of the data
 * folder is touched.
 *
 * An archive is refused by the sizes in it before they are read: its first file is the manifest, the others are those that
 * the manifest declares, and there is space for them. Only a piece of it is in memory at any time.
 */

import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isTurnoutError, messageOf, TurnoutError } from '../../errors.ts';
import { sha256Of } from '../../runtime/sha256.ts';
import { codeOf, openDatabase, type Session, sqliteCode } from '../history/database.ts';
import { DATABASE_FILE, sizeOf } from '../history/folder/replace.ts';
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

/** What an archive may hold next to its manifest. */
const KNOWN: ReadonlySet<string> = new Set([DATABASE_FILE, CONFIG_NAME]);
/** A hundred models are 5 kB. Chosen here. */
const MAX_MANIFEST_BYTES = 1024 ** 2;
/** Headers and padding of the few files of an archive. Chosen here. */
const MAX_TAR_BYTES = 64 * 1024;
/** Six weeks of the demo are packed to a fifth, an empty database to a thirtieth. Chosen here. */
const MAX_RATIO = 100;
/** Of so much any archive may be: a disk has that. Chosen here. */
const SMALL_BYTES = 64 * 1024 ** 2;
const TAR_BLOCK_BYTES = 512;
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
    throw isFull ? noSpace(into, 'more space', error) : error;
  }
}

async function unpackArchive(file: string, into: string, where: string): Promise<Restorable> {
  const manifest = await extract(file, into, where);
  for (const { name, bytes, sha256 } of manifest.files) {
    const path = join(into, name);
    const size = await sizeOf(path);
    if (size === null) throw unusableBackup(where, `an archive without ${name}`);
    if (size !== bytes || (await sha256Of(path)) !== sha256) {
      throw unusableBackup(where, `${name} with another checksum than in its manifest`);
    }
  }
  await checkDatabase(join(into, DATABASE_FILE), where);
  return manifest;
}

/** With what its write-ahead log has. */
async function copyDatabase(file: string, into: string, where: string): Promise<Restorable> {
  const { size, mtimeMs } = await stat(file);
  await requireSpace(into, size + ((await sizeOf(`${file}-wal`)) ?? 0));
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

/** Reads as far as the end of the archive and no further. */
async function extract(file: string, into: string, where: string): Promise<BackupManifest> {
  const source = createReadStream(file);
  const unzipped = source.pipe(createGunzip({ chunkSize: PIECE_BYTES }));
  source.on('error', (error) => unzipped.destroy(error));
  try {
    const archive = archiveOf(unzipped, MAX_MANIFEST_BYTES + MAX_TAR_BYTES, where);
    const first = await archive.next();
    if (first?.path !== MANIFEST_FILE || first.size > MAX_MANIFEST_BYTES) {
      throw unusableBackup(where, `an archive that does not begin with ${MANIFEST_FILE}`);
    }
    const manifest = readManifest(await text(archive.body()), where);
    const bytes = requireSizes(manifest, (await stat(file)).size, where);
    await requireSpace(into, bytes);
    archive.allow(bytes);
    for (let entry = await archive.next(); entry !== null; entry = await archive.next()) {
      const declared = manifest.files.find(({ name }) => name === entry.path);
      if (entry.type !== 'File' || declared === undefined) continue;
      if (declared.bytes !== entry.size) {
        throw unusableBackup(where, `${declared.name} of another size than in its manifest`);
      }
      const to = createWriteStream(join(into, declared.name), { flags: 'wx', mode: 0o600 });
      await pipeline(archive.body(), to);
    }
    return manifest;
  } catch (error) {
    const isSystem = error instanceof Error && 'syscall' in error;
    if (error instanceof TurnoutError || isSystem) throw error;
    const got = `an archive that breaks off: ${messageOf(error)}`;
    throw unusableBackup(where, got, undefined, error);
  } finally {
    source.destroy();
    unzipped.destroy();
  }
}

/** The entries of a tar archive one after the other, each read or passed over before the next. */
function archiveOf(unzipped: AsyncIterable<Buffer>, mostBytes: number, where: string) {
  const pieces = unzipped[Symbol.asyncIterator]();
  /** Unpacked bytes that may still come. */
  let allowedBytes = mostBytes;
  let rest: Buffer = Buffer.alloc(0);
  let bodyBytes = 0;
  let paddingBytes = 0;
  async function* take(bytes: number): AsyncGenerator<Buffer> {
    allowedBytes -= bytes;
    if (allowedBytes < 0) {
      throw unusableBackup(where, 'more in the archive than its manifest says');
    }
    for (let left = bytes; left > 0; ) {
      if (rest.length === 0) {
        const { done = false, value } = await pieces.next();
        if (done) throw new Error('its end is missing');
        rest = value;
      }
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
  return {
    /** So many bytes more. */
    allow: (bytes: number): void => {
      allowedBytes += bytes;
    },
    /** The header of the next entry; null at the end of the archive. Passes over what was not read of the one before. */
    next: async () => {
      const { Header } = await import('tar');
      for await (const _piece of take(bodyBytes + paddingBytes));
      const block: Buffer[] = [];
      for await (const piece of take(TAR_BLOCK_BYTES)) block.push(piece);
      const { nullBlock, cksumValid, path, type, size = 0 } = new Header(Buffer.concat(block));
      if (nullBlock) return null;
      if (!cksumValid) throw new Error('a header that is damaged');
      bodyBytes = size;
      paddingBytes = (TAR_BLOCK_BYTES - (size % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES;
      return { path, type, size };
    },
    /** What the entry holds. */
    body: (): AsyncGenerator<Buffer> => {
      const bytes = bodyBytes;
      bodyBytes = 0;
      return take(bytes);
    },
  };
}

/** @returns bytes of all files. */
function requireSizes({ files }: BackupManifest, archiveBytes: number, where: string): number {
  const foreign = files.find(({ name }) => !KNOWN.has(name));
  if (foreign !== undefined) throw unusableBackup(where, `a manifest with ${foreign.name}`);
  if (!files.some(({ name }) => name === DATABASE_FILE)) {
    throw unusableBackup(where, `an archive without ${DATABASE_FILE}`);
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > Math.max(SMALL_BYTES, archiveBytes * MAX_RATIO)) {
    const got = `${megabytes(bytes)} packed into ${megabytes(archiveBytes)}, which no backup is`;
    throw unusableBackup(where, got);
  }
  return bytes;
}

async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bytes > bavail * bsize) throw noSpace(folder, `${megabytes(bytes)} of space`);
}

function noSpace(folder: string, expected: string, cause?: unknown): TurnoutError {
  const parts = {
    where: `disk of ${dirname(folder)}`,
    expected: `${expected} for what is restored`,
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
