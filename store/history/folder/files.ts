/** The files of a data folder, and that no other user of the computer reads them. */

import { chmod, lstat, mkdir, open, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../../runtime/log/log.ts';

/** The database of a data folder; next to it SQLite's files of that name with `-wal` and `-shm`. */
export const DATABASE_FILE = 'turnout.sqlite';
/** Holds nothing: a lock on it says who owns the folder. */
export const LOCK_FILE = 'turnout.lock.sqlite';
/** Who owns the folder, for people and commands. */
export const INFO_FILE = 'turnout.lock';
/** Says that the folder has held a database. */
export const MARKER_FILE = 'turnout.made';
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
  if (!isShared && (await tighten(dir, 0o700, me))) found.push('.');
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
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** Puts on the disk what was written to a file, or the renames in a folder. Never for a database that SQLite has open. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
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
