/**
 * Writes the configuration file so that no one ever sees half of it: a temporary file next to it, flushed to the disk and
 * renamed over it, with the mode and owner it had. Follows symbolic links, so that a link stays a link.
 */

import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** New files may hold passwords: for their owner only. */
const NEW_FILE_MODE = 0o600;

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
 */
export async function replaceFile(
  target: string,
  text: string,
  isStillWanted: () => Promise<boolean>,
): Promise<boolean> {
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`);
  try {
    await writeFlushed(temporary, target, text);
    if (!(await isStillWanted())) return false;
    await rename(temporary, target);
    await flushFolder(dirname(target));
    return true;
  } finally {
    await rm(temporary, { force: true });
  }
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
