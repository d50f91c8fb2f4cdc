/**
 * Puts new files in the place of those of a data folder, all or none. What was there is moved aside, never deleted.
 *
 * A kill at any moment leaves either the old data or the new: the new files wait in a folder of their own; a marker then
 * decides; and what follows, one rename a file, is finished by the next process that owns the folder.
 *
 * ```text
 *  new files ready ──▶ marker ──▶ old files aside ──▶ new database in place ──▶ folder of the new files removed
 *  └ a kill here: the old data ┘ └ a kill here: the next owner goes on, the new data ────────────────────────┘
 * ```
 */

import {
  chmod,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { messageOf } from '../../../errors.ts';
import type { Log } from '../../../runtime/log/log.ts';
import { codeOf, type Session } from '../database.ts';

/* The files of a data folder, and that no other user of the computer reads them. */

/** The database of a data folder; next to it SQLite's files of that name with `-wal` and `-shm`. */
export const DATABASE_FILE = 'turnout.sqlite';
/** Holds nothing: a lock on it says who owns the folder. */
export const LOCK_FILE = 'turnout.lock.sqlite';
/** Who owns the folder, for people and commands. */
export const INFO_FILE = 'turnout.lock';
/** Space that a start on a full disk can use. */
export const RESERVE_FILE = 'turnout.reserve';

/** Every file that Turnout makes in a data folder begins with this, the configuration too. */
const OWN = 'turnout.';
const OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Makes the folder with mode 0700, or takes the rights of other users off one that is there, and off Turnout's files in
 * it; what was too open is logged. A folder that other things share stays as it is: one with the sticky bit, as `/tmp` has
 * it, and the home folder. Rejects with the system's error where the folder can be neither made nor read.
 */
export async function keepPrivate(dir: string, log: Log): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const me = process.getuid?.();
  if (me === undefined) return;
  const { mode, uid } = await lstat(dir);
  const isShared = (mode & STICKY) !== 0 || dir === homedir() || uid !== me;
  const found: string[] = [];
  if (!isShared && (await tighten(dir, 0o700, me))) found.push('the folder itself');
  for (const name of await readdir(dir)) {
    if (name.startsWith(OWN) && (await tighten(join(dir, name), 0o600, me))) found.push(name);
  }
  if (found.length > 0) {
    const detail = 'other users of this computer could read them; now only this user can';
    log.warn('data_folder_was_open', { files: found, detail });
  }
}

/**
 * Makes an empty file that only this user can read, where there is none: SQLite gives the files next to it the same rights.
 * One that is there is not opened, since closing it again would drop SQLite's locks.
 */
export async function createPrivate(path: string): Promise<void> {
  await writeFile(path, '', { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

/** Puts on the disk what was written to a file, or the renames in a folder. Never for a database that SQLite has open. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Whole or not at all, and on the disk; for the own user only, so that one which a crash left does not keep its mode. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, path);
  await sync(dirname(path));
}

/** By its path: to open a file of SQLite and close it again would drop its locks. @returns whether it was too open. */
async function tighten(path: string, most: number, me: number): Promise<boolean> {
  try {
    const { mode, uid } = await lstat(path);
    const isOpen = (mode & OTHERS) !== 0 && uid === me;
    if (isOpen) await chmod(path, mode & most);
    return isOpen;
  } catch {
    // Gone meanwhile, or of a file system without rights: nothing that can be mended here.
    return false;
  }
}

/** Where the new files wait, in the data folder. */
const INCOMING = 'turnout.restore';
const MARKER = 'decided';
const ASIDE = 'before-restore-';

/** What belongs to a database: SQLite's files next to it. */
const PARTS = [DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`];

/** Told of each moment after the decision; for tests that end the process there. */
type OnStep = (step: string) => void;

/** An empty folder for the new files, for the own user only. What a replacement left that was not decided goes. */
export async function makeIncoming(dir: string): Promise<string> {
  const incoming = join(dir, INCOMING);
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { mode: 0o700 });
  return incoming;
}

/** Gives up before {@link replaceFiles} has decided; afterwards it does nothing. */
export async function dropIncoming(dir: string): Promise<void> {
  if (!(await isReplacementUnfinished(dir))) {
    await rm(join(dir, INCOMING), { recursive: true, force: true });
  }
}

/**
 * Puts the database of the incoming folder in place. The caller owns the folder, and no one has its database open.
 *
 * @returns the folder with what was there, or null where nothing was.
 */
export async function replaceFiles(dir: string, nowUtcMs: number, onStep?: OnStep) {
  const incoming = join(dir, INCOMING);
  await sync(join(incoming, DATABASE_FILE));
  const there = await Promise.all(PARTS.map((name) => exists(join(dir, name))));
  const time = new Date(nowUtcMs).toISOString().replaceAll(':', '');
  const aside = there.includes(true) ? `${ASIDE}${time}` : '';
  // Before the decision, since a full disk may not take it.
  if (aside !== '') await mkdir(join(dir, aside), { recursive: true, mode: 0o700 });
  try {
    // From here on the replacement is finished, by this process or the next.
    await writeWhole(join(incoming, MARKER), `${aside}\n`);
  } catch (error) {
    if (aside !== '') await rmdir(join(dir, aside)).catch(() => undefined);
    throw error;
  }
  onStep?.('decided');
  await finishReplacement(dir, onStep);
  return aside === '' ? null : join(dir, aside);
}

/**
 * Ends a replacement that a kill has interrupted. The caller owns the folder, and opens its database afterwards.
 *
 * @returns whether there was one.
 */
export async function finishReplacement(dir: string, onStep?: OnStep): Promise<boolean> {
  const incoming = join(dir, INCOMING);
  const decided = await readFile(join(incoming, MARKER), 'utf8').catch(() => null);
  if (decided === null) return false;
  const aside = decided.trim();
  const database = join(incoming, DATABASE_FILE);
  // The new database is the last that leaves the incoming folder: while it is there, what the data folder has is old.
  if (await exists(database)) {
    if (aside !== '') {
      await mkdir(join(dir, aside), { recursive: true, mode: 0o700 });
      for (const name of PARTS) {
        if (await exists(join(dir, name))) await rename(join(dir, name), join(dir, aside, name));
      }
      await sync(join(dir, aside));
    }
    onStep?.('aside');
    await rename(database, join(dir, DATABASE_FILE));
    await sync(dir);
  }
  onStep?.('placed');
  await rm(incoming, { recursive: true, force: true });
  onStep?.('removed');
  return true;
}

/** Whether a restore waits for the next owner of the folder. */
export const isReplacementUnfinished = (dir: string) => exists(join(dir, INCOMING, MARKER));

/** Of a file, bytes; null where there is none. */
export const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );

/** What this user may still write on the disk of a folder. */
export const freeBytes = async (dir: string): Promise<number> => {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
};

const exists = async (path: string) => (await sizeOf(path)) !== null;

/*
 * Copies of the database as it was before its schema changed: the way back to the Turnout before. The newest two stay.
 *
 * A schema is only ever brought forward; to go back, stop Turnout, and let the older Turnout `restore` the copy.
 */

/** Chosen here: one for the last upgrade, one for the upgrade before it. */
const MAX_STORED = 2;
const NAME = /^turnout\.schema-(\d+)\.sqlite$/;

/**
 * Writes `turnout.schema-N.sqlite` for a database of schema `version`. A disk that does not take it is logged, and is no
 * reason not to start: counting goes on.
 */
export async function writeSnapshot(
  session: Session,
  { dir, version, log }: { readonly dir: string; readonly version: number; readonly log: Log },
): Promise<void> {
  const name = snapshotName(version);
  const partial = join(dir, `${name}.partial`);
  try {
    await rm(partial, { force: true });
    await session.run('VACUUM INTO ?', partial);
    await rename(partial, join(dir, name));
    const versions = await snapshotVersions(dir);
    for (const old of versions.slice(MAX_STORED)) await rm(join(dir, snapshotName(old)));
    log.info('snapshot_written', { file: name });
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    const detail = 'there is no copy of the database from before its schema changed';
    log.warn('snapshot_failed', { file: name, detail, reason: messageOf(error) });
  }
}

/** The newest copy that a build can read whose schema is `newest`; null where there is none. */
export async function snapshotFor(dir: string, newest: number): Promise<string | null> {
  const version = (await snapshotVersions(dir)).find((one) => one <= newest);
  return version === undefined ? null : snapshotName(version);
}

const snapshotName = (version: number) => `turnout.schema-${version}.sqlite`;

/** The newest first. */
async function snapshotVersions(dir: string): Promise<readonly number[]> {
  const names = await readdir(dir).catch(() => []);
  return names
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((one, other) => other - one);
}
