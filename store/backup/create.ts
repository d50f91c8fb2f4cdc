/**
 * Makes a backup beside a running server: SQLite copies the database as it is at one instant (`VACUUM INTO`, which takes no
 * lock that a writer waits for), and the copy goes into one archive with the configuration and a manifest.
 *
 * The archive gets its name once it is whole and on the disk: a kill leaves a file `….partial`, which the next backup into
 * the folder removes.
 */

import { copyFile, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import { isTurnoutError, messageOf, TurnoutError } from '../../errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import { VERSION } from '../../runtime/installation.ts';
import { sha256Of } from '../../runtime/sha256.ts';
import { parsedJson } from '../../runtime/wire.ts';
import { withReason } from '../history/faults.ts';
import { DATABASE_FILE, freeBytes, sizeOf, sync } from '../history/folder/replace.ts';
import { openForReading } from '../history/open.ts';
import { SCHEMA_VERSION } from '../history/schema/schema.ts';

/** The configuration in an archive, whatever it is called where it came from. */
export const CONFIG_NAME = 'turnout.yaml';
const PARTIAL = '.partial';
/** A folder for the copy of the database until it is in the archive: in the data folder, or beside the archive. */
const STAGING = 'turnout.backup-';

export interface BackupOptions {
  /** The data folder. Nothing in it changes. */
  readonly dir: string;
  /** The configuration; null where there is none. */
  readonly configFile: string | null;
  /** Names of the installed models. */
  readonly models: readonly string[];
  /** The archive to write. Its folder is made. */
  readonly to: string;
  readonly clock: Clock;
  /** Told of each moment; for tests that end the process there. */
  readonly onStep?: (step: string) => void;
}

/**
 * Writes a backup. Rejects with `data_unusable` and `data_newer` for the data folder, and with `backup_failed` where the
 * archive cannot be written; nothing half-written stays in either case.
 */
export function createBackup(options: BackupOptions) {
  return writeBackup(options).catch((cause: unknown) => {
    if (isTurnoutError(cause)) throw cause;
    const parts = {
      where: `backup ${basename(options.to)}`,
      expected: 'a file that can be written',
      // The file may lie anywhere: words for the data folder would be wrong.
      got: messageOf(cause).replace(/,.*/, ''),
      hint: 'see that the folder is there, that this user may write to it and that it has space',
    };
    throw new TurnoutError('backup_failed', parts, { cause });
  });
}

async function writeBackup(options: BackupOptions) {
  const { dir, configFile, models, to, clock, onStep = () => undefined } = options;
  await removeLeftovers(dir, dirname(to));
  const createdUtcMs = clock.nowUtcMs();
  const staging = await withReason(dir, async () =>
    mkdtemp(join((await hasSpace(dir)) ? dir : dirname(to), STAGING)),
  );
  const partial = `${to}${PARTIAL}`;
  onStep('begun');
  try {
    await copyDatabase(dir, join(staging, DATABASE_FILE));
    onStep('copied');
    if (configFile !== null) await copyFile(configFile, join(staging, CONFIG_NAME));
    const names = [DATABASE_FILE, ...(configFile === null ? [] : [CONFIG_NAME])];
    const files = await Promise.all(names.map((name) => describe(staging, name)));
    const header = { format: BACKUP_FORMAT, version: VERSION, schemaVersion: SCHEMA_VERSION };
    const manifest: BackupManifest = { ...header, createdUtcMs, files, models: [...models] };
    await writeFile(join(staging, MANIFEST_FILE), manifestText(manifest));
    onStep('described');
    const inside = [MANIFEST_FILE, ...names];
    // The start of the program does not wait for it.
    const { create: createTar } = await import('tar');
    const archive = { file: partial, cwd: staging, gzip: true, portable: true, mode: 0o600 };
    await createTar(archive, inside);
    onStep('packed');
    await sync(partial);
    onStep('synced');
    await rename(partial, to);
    onStep('named');
    await sync(dirname(to));
    return { path: to, bytes: (await stat(to)).size, manifest };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
    onStep('removed');
  }
}

/** `turnout-2026-11-23T081500Z.tar.gz`: names of a folder in the order of time. */
export function backupName(atUtcMs: number): string {
  const text = new Date(atUtcMs).toISOString().slice(0, 19).replaceAll(':', '');
  return `turnout-${text}Z.tar.gz`;
}

/** The backups of a folder that have a name of {@link backupName}, the newest first. None where there is no folder. */
export async function backupsIn(folder: string) {
  const names = await readdir(folder).catch(() => []);
  return names
    .flatMap((name) => {
      const [, date, h, m, s] =
        /^turnout-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/.exec(name) ?? [];
      const atUtcMs = Date.parse(`${date}T${h}:${m}:${s}Z`);
      return Number.isNaN(atUtcMs) ? [] : [{ path: join(folder, name), atUtcMs }];
    })
    .toSorted((one, other) => other.atUtcMs - one.atUtcMs);
}

/** Deletes all backups of a folder but the newest `keep`. @returns how many were deleted. */
export async function pruneBackups(folder: string, keep: number): Promise<number> {
  const old = (await backupsIn(folder)).slice(keep);
  for (const { path } of old) await rm(path, { force: true });
  return old.length;
}

/** Whether the disk of the data folder holds its database twice: a full one must not bar the way out. */
async function hasSpace(dir: string): Promise<boolean> {
  const sizes = ['', '-wal'].map((end) => sizeOf(join(dir, `${DATABASE_FILE}${end}`)));
  const [database, log] = await Promise.all(sizes);
  return (await freeBytes(dir)) > (database ?? 0) + (log ?? 0);
}

async function copyDatabase(dir: string, to: string): Promise<void> {
  const database = await openForReading(dir);
  const copying = withReason(dir, () => database.run('VACUUM INTO ?', to));
  await copying.finally(() => database.close());
}

async function describe(folder: string, name: string) {
  const path = join(folder, name);
  return { name, bytes: (await stat(path)).size, sha256: await sha256Of(path) };
}

/** What a killed backup left: its copy of the database, and an archive that is not whole. */
async function removeLeftovers(dir: string, folder: string): Promise<void> {
  const paths = [await readdir(dir).catch(() => []), await readdir(folder)].flatMap((names, at) =>
    names.map((name) => join(at === 0 ? dir : folder, name)),
  );
  for (const path of paths) {
    const name = basename(path);
    const isArchive = name.endsWith(`.tar.gz${PARTIAL}`) && name.startsWith('turnout-');
    if (isArchive || name.startsWith(STAGING)) await rm(path, { recursive: true, force: true });
  }
}

/* What a backup says of itself: the first file of its archive. */

/** Of this description. A later one that older builds cannot read gets the next number. */
const BACKUP_FORMAT = 1;
export const MANIFEST_FILE = 'manifest.json';

const FILE = Type.Object({
  name: Type.String({ pattern: '^[a-z][a-z0-9.-]{0,63}$' }),
  bytes: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
/** As it is written. Names that lead out of a folder are none. */
const MANIFEST = Type.Object({
  format: Type.Number(),
  /** The Turnout that wrote it. */
  version: Type.String(),
  files: Type.Array(FILE),
  /** Installed models by name. They are not in the archive: `turnout model install` fetches them again. */
  models: Type.Array(Type.String()),
  /** Of its database. */
  schema_version: Type.Number(),
  created: Type.String(),
});

export type BackupManifest = ReturnType<typeof readManifest>;

/** As it is written. */
function manifestText({ createdUtcMs, schemaVersion, ...rest }: BackupManifest): string {
  const created = new Date(createdUtcMs).toISOString();
  return `${JSON.stringify({ ...rest, schema_version: schemaVersion, created }, null, 2)}\n`;
}

/** Throws `backup_unusable`. */
export function readManifest(text: string, where: string) {
  const parsed = parsedJson(text);
  if (!Check(Type.Object({}), parsed))
    throw unusableBackup(where, `${MANIFEST_FILE} that is no JSON object`);
  const { format } = parsed as { readonly format?: unknown };
  if (format !== BACKUP_FORMAT) {
    const hint = 'restore it with the Turnout that wrote it, or a newer one';
    throw unusableBackup(where, `format ${JSON.stringify(format) ?? 'none'}`, hint);
  }
  const createdUtcMs = Check(MANIFEST, parsed) ? Date.parse(parsed.created) : Number.NaN;
  if (!Check(MANIFEST, parsed) || Number.isNaN(createdUtcMs)) {
    throw unusableBackup(where, `${MANIFEST_FILE} without a part that it must have`);
  }
  const { version, schema_version: schemaVersion, files, models } = parsed;
  return { format, version, schemaVersion, createdUtcMs, files, models };
}

export function unusableBackup(
  where: string,
  got: string,
  hint = 'use another backup: this one is damaged, or Turnout did not write it',
  cause?: unknown,
): TurnoutError {
  const expected = 'a whole backup made by turnout backup';
  return new TurnoutError('backup_unusable', { where, expected, got, hint }, { cause });
}
