/**
 * Writes the configuration file so that no one ever sees half of it: a temporary file next to it, flushed to the disk and
 * renamed over it, with the mode and owner it had. Follows symbolic links, so that a link stays a link.
 */

import { randomUUID } from 'node:crypto';
import {
  type FileHandle,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { TurnoutError } from '../errors.ts';

/** New files may hold passwords: for their owner only. */
const NEW_FILE_MODE = 0o600;
/** What follows the name of the file in that of a temporary one: the process that writes it, and a name of its own. */
const TEMPORARY = /^\.(?:(\d+)\.)?[0-9a-f-]{36}\.tmp$/;
/** A write takes milliseconds: the writer of an older temporary file has ended. Chosen here. */
const MAX_WRITE_MS = 60_000;

/** Where `path` leads: the file itself behind links, even when a link leads to a file that is not there yet. */
export async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  try {
    return await targetOf(resolve(dirname(path), await readlink(path)));
  } catch (error) {
    // EINVAL: not a link. There is nothing here yet.
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'EINVAL')
      return resolve(path);
    throw error;
  }
}

/** Whether an error of the file system says that there is nothing there. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/**
 * Replaces the file at `target`, no link, by `text`. `isStillWanted` is asked last, when the new text is already on the
 * disk; on false the file is left as it is.
 *
 * @returns whether the file was replaced.
 * @throws `data_unusable` where the disk is full, and the system's error for another fault.
 */
export async function replaceFile(
  target: string,
  text: string,
  isStillWanted: () => Promise<boolean>,
): Promise<boolean> {
  const name = `.${basename(target)}.${process.pid}.${randomUUID()}.tmp`;
  const temporary = join(dirname(target), name);
  try {
    await writeFlushed(temporary, target, text);
    if (!(await isStillWanted())) return false;
    await rename(temporary, target);
    await flushFolder(dirname(target));
    return true;
  } catch (error) {
    const isFull = /^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '');
    throw isFull ? noSpace(target, error) : error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * Removes what killed writers of the file at `target` left: it may hold passwords. The files of a writer that runs stay.
 *
 * @returns how many were removed.
 */
export async function removeHalfWritten(target: string): Promise<number> {
  const folder = dirname(target);
  const begin = `.${basename(target)}`;
  let removed = 0;
  for (const name of await readdir(folder)) {
    const [isTemporary, pid] = TEMPORARY.exec(name.slice(begin.length)) ?? [];
    const path = join(folder, name);
    if (!name.startsWith(begin) || isTemporary === undefined) continue;
    if (isRunning(pid) && (await isYoung(path))) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** One without a number is of an earlier version. The own process writes nothing yet: after a kill it may have the number again. */
function isRunning(pid: string | undefined): boolean {
  if (pid === undefined) return true;
  if (Number(pid) === process.pid) return false;
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isYoung(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
  return Math.abs(Date.now() - mtimeMs) < MAX_WRITE_MS;
}

function noSpace(target: string, cause: unknown): TurnoutError {
  const parts = {
    where: basename(target),
    expected: 'space for it on the disk',
    got: 'a full disk',
    hint: 'nothing was changed; free some space and try again',
  };
  return new TurnoutError('data_unusable', parts, { cause });
}

async function writeFlushed(temporary: string, target: string, text: string): Promise<void> {
  const file = await open(temporary, 'wx', NEW_FILE_MODE);
  try {
    await file.writeFile(text);
    await keepOwnerAndMode(file, target);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function keepOwnerAndMode(file: FileHandle, target: string): Promise<void> {
  try {
    const old = await stat(target);
    const now = await file.stat();
    if (old.uid !== now.uid || old.gid !== now.gid) await file.chown(old.uid, old.gid);
    await file.chmod(old.mode & 0o7777);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** The rename itself must survive a power cut. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
