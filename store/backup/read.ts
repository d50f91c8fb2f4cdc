/** Unpacks a backup and proves that it is whole, before anything of the data folder is touched. */

import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isTurnoutError, messageOf, TurnoutError } from '../../errors.ts';
import { openDatabase } from '../history/database.ts';
import { DATABASE_FILE } from '../history/folder/files.ts';
import { checkedVersion } from '../history/migrate.ts';
import { CONFIG_NAME, sha256Of } from './create.ts';
import { type BackupManifest, MANIFEST_FILE, readManifest, unusableBackup } from './manifest.ts';

/** What an archive may hold; the first two are always there. */
const KNOWN: ReadonlySet<string> = new Set([MANIFEST_FILE, DATABASE_FILE, CONFIG_NAME]);
/** No database of a gym comes near; it bounds what a foreign archive can write. Chosen here. */
const MAX_BYTES = 64 * 1024 ** 3;
const BUSY_MS = 1_000;

/**
 * Unpacks the backup `file` into the empty folder `into`: sizes and checksums are those of its manifest, SQLite finds the
 * database whole, and its schema is one that this build knows. Rejects with `backup_unusable`, `data_newer`, and with the
 * system's error where `file` or `into` cannot be used. Links, devices and names of other folders are not unpacked.
 */
export async function unpackBackup(file: string, into: string): Promise<BackupManifest> {
  const where = `backup ${basename(file)}`;
  const found = await stat(file).catch((cause: unknown) => {
    throw unusableBackup(where, 'no file that can be read', 'check the path and its rights', cause);
  });
  if (!found.isFile()) throw unusableBackup(where, 'a folder', 'name a file in it');
  await extractKnown(file, into, where);
  const text = await readFile(join(into, MANIFEST_FILE), 'utf8').catch((cause: unknown) => {
    throw unusableBackup(where, `an archive without ${MANIFEST_FILE}`, undefined, cause);
  });
  const manifest = readManifest(text, where);
  if (!manifest.files.some(({ name }) => name === DATABASE_FILE)) {
    throw unusableBackup(where, `an archive without ${DATABASE_FILE}`);
  }
  for (const { name, bytes, sha256 } of manifest.files) {
    const path = join(into, name);
    const size = await stat(path).then(
      (found) => found.size,
      () => null,
    );
    if (size === null) throw unusableBackup(where, `an archive without ${name}`);
    if (size !== bytes || (await sha256Of(path)) !== sha256) {
      throw unusableBackup(where, `${name} with another checksum than in its manifest`);
    }
  }
  await checkDatabase(join(into, DATABASE_FILE), where);
  return manifest;
}

async function extractKnown(file: string, into: string, where: string): Promise<void> {
  let bytes = 0;
  const filter = (path: string, entry: object): boolean => {
    if (!KNOWN.has(path) || !('type' in entry) || entry.type !== 'File') return false;
    bytes += 'size' in entry ? Number(entry.size) : 0;
    if (bytes > MAX_BYTES) throw unusableBackup(where, `more than ${MAX_BYTES} bytes`);
    return true;
  };
  try {
    const { extract } = await import('tar');
    await extract({ file, cwd: into, filter, strict: true, preserveOwner: false, noMtime: true });
  } catch (error) {
    if (error instanceof TurnoutError) throw error;
    const isSystem = error instanceof Error && 'syscall' in error;
    if (isSystem) throw error;
    throw unusableBackup(
      where,
      `an archive that breaks off: ${messageOf(error)}`,
      undefined,
      error,
    );
  }
}

async function checkDatabase(path: string, where: string): Promise<void> {
  const database = await openDatabase({ path, mode: 'read', busyMs: BUSY_MS });
  try {
    await database.exclusive(async (session) => {
      await checkedVersion(session).catch((error: unknown) => {
        if (!isTurnoutError(error, 'data_newer'))
          throw unusableBackup(where, 'a database of another program');
        const hint = 'restore it with the Turnout that wrote it, or a newer one';
        throw new TurnoutError('data_newer', { ...error.parts, where, hint }, { cause: error });
      });
      const row = await session.get<{ integrity_check: string }>('PRAGMA integrity_check(1)');
      if (row?.integrity_check !== 'ok') {
        throw unusableBackup(where, `a damaged database: ${row?.integrity_check}`);
      }
    });
  } finally {
    await database.close();
  }
}
