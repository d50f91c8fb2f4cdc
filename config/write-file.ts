/**
 * Writes the configuration file so that no one ever sees half of it: a temporary file next to it, flushed to the disk and
 * renamed over it, with the mode and owner it had. Follows symbolic links, so that a link stays a link.
 */

import { randomUUID } from 'node:crypto';
import {
  chmod,
  chown,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { TurnoutError } from '../errors.ts';

/** New files may hold passwords: for their owner only. */
const NEW_FILE_MODE = 0o600;
/** What follows the name of the file in that of a temporary one: the process that writes it, and a name of its own. */
const TEMPORARY = /^\.(\d+)\.[0-9a-f-]{36}\.tmp$/;

/** Where `path` leads: the file itself behind links, even when a link leads to a file that is not there yet. */
export async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const link = await readlink(path).catch(() => null);
  return link === null ? resolve(path) : targetOf(resolve(dirname(path), link));
}

/**
 * Replaces the file at `target`, no link, by `text`. `isStillWanted` is asked last, when the new text is already on the
 * disk; on false the file is left as it is.
 *
 * @returns whether the file was replaced.
 * @throws `data_unusable` where the disk is full, and the system's error for another fault.
 */
export async function replaceFile(target: string, text: string, isStillWanted = async () => true) {
  const folder = dirname(target);
  const temporary = join(folder, `.${basename(target)}.${process.pid}.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, text, { flag: 'wx', mode: NEW_FILE_MODE, flush: true });
    const old = await stat(target).catch(() => null);
    if (old !== null) {
      await chown(temporary, old.uid, old.gid);
      await chmod(temporary, old.mode & 0o7777);
    }
    if (!(await isStillWanted())) return false;
    await rename(temporary, target);
    // The rename itself must survive a power cut.
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
    return true;
  } catch (cause) {
    if (!/^(ENOSPC|EDQUOT)$/.test((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
    const hint = 'nothing was changed; free some space and try again';
    const parts = { expected: 'space for it on the disk', got: 'a full disk', hint };
    throw new TurnoutError('data_unusable', { where: basename(target), ...parts }, { cause });
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * Removes what killed writers of the file at `target` left: it may hold passwords. The files of a writer that runs stay.
 * In a folder that may not be listed there is nothing of ours.
 *
 * @returns how many were removed.
 */
export async function removeHalfWritten(target: string): Promise<number> {
  const begin = `.${basename(target)}`;
  const names = await readdir(dirname(target)).catch(() => []);
  const left = names.filter((name) => {
    const [, pid] = TEMPORARY.exec(name.slice(begin.length)) ?? [];
    return name.startsWith(begin) && pid !== undefined && !isRunning(Number(pid));
  });
  for (const name of left) await rm(join(dirname(target), name), { force: true });
  return left.length;
}

/** The own process writes nothing yet: after a kill it may have the number of the one before. */
function isRunning(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
