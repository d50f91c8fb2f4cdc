/**
 * Edits of the configuration file by commands. The file stays a person's file: what was not changed is not touched, a
 * result with faults is never written, and a file that someone else changed meanwhile is left as they made it.
 */

import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  constants,
  copyFile,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isTurnoutError, messageOf, TurnoutError } from '../errors.ts';
import { installedFile } from '../runtime/installation.ts';
import { createQueue } from '../runtime/timers.ts';
import { checkFile } from './check.ts';
import { addGym, type ConfigEdit, type Entry, placeOfGym } from './commands.ts';
import { EditedFile } from './edited-file.ts';
import { type Env, firstFree } from './environment.ts';
import { type ConfigFault, formatFault } from './fault.ts';

/** Which text of the file a change was made for: 27 letters and signs that may stand in an entity tag. */
export function revisionOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64url').slice(0, 27);
}

/** Two edits of a file in this process would both see it as unchanged. */
const inTurn = createQueue();

/**
 * Makes the edits, all or none, in the file at `path`; creates it where there is none.
 *
 * Variables that are not set here are no fault: the command line need not know the passwords of the server.
 *
 * @param asked the revision that the edits were made for, left out: any; and the gym whose owner asks: faults of other
 *   parts of the file are counted then and not shown.
 * @returns the text of the file as it is now.
 * @throws `config_changed` where the file is of another revision; `config_edit_failed` where the file has faults already,
 *   would have faults, was changed meanwhile or cannot be written; `camera_unknown` from edits of cameras.
 * @example
 * await editConfig(path, [addCamera('main', 'hall', { id: 'hall', url })], process.env);
 */
export function editConfig(
  path: string,
  edits: readonly ConfigEdit[],
  env: Env,
  { revision, gym }: { readonly revision?: string; readonly gym?: string } = {},
): Promise<string> {
  return writing(path, async (target) => {
    const old = await readOrNull(target);
    if (revision !== undefined && revision !== revisionOf(old ?? '')) {
      const expected = 'the file as it was when the change was made for it';
      const parts = {
        got: 'another revision',
        hint: 'nothing was changed; read it again, and send its revision, not its ETag',
      };
      throw new TurnoutError('config_changed', { where: 'configuration', expected, ...parts });
    }
    if (old !== null) refuseFaults(path, old, env, 'a file without faults before the change', gym);
    const file = new EditedFile(old ?? newFileText());
    for (const edit of edits) edit(file);
    const text = file.text();
    if (text === old) return text;
    refuseFaults(path, text, env, 'no faults after the change', gym);
    const isUnchanged = async () => (await readOrNull(target)) === old;
    if (await replaceFile(target, text, isUnchanged)) return text;
    throw failed(path, 'the file as it was read', 'a newer one');
  });
}

/**
 * Writes a new file with a gym to `path`, whole or not at all. Checked as at a start, except that variables need not be set
 * here.
 *
 * @returns where the earlier file is stored; null where there was none.
 * @throws `config_edit_failed` where the text has faults or the folder cannot be written.
 */
export function createConfig(path: string, gym: Entry, env: Env): Promise<string | null> {
  return writing(path, async (target) => {
    const file = new EditedFile(newFileText());
    addGym(gym)(file);
    const text = file.text();
    refuseFaults(path, text, env, 'no faults');
    const backup = existsSync(target) ? firstFree(`${target}.old`, '-', existsSync) : null;
    if (backup !== null) await copyFile(target, backup, constants.COPYFILE_EXCL);
    await replaceFile(target, text);
    return backup;
  });
}

/** The text of the file at `target`, no link; null where there is none. */
async function readOrNull(target: string): Promise<string | null> {
  return existsSync(target) ? readFile(target, 'utf8') : null;
}

/**
 * Throws `config_edit_failed` with all faults, where there are any.
 *
 * @param gym whose owner asks; left out: the whole file is theirs.
 */
function refuseFaults(path: string, text: string, env: Env, expected: string, gym?: string): void {
  const all = checkFile(text, env, true).faults;
  if (all.length === 0) return;
  const faults = gym === undefined ? all : ownFaults(all, text, gym);
  const lines = faults.map((fault) => formatFault(path, fault));
  const others = all.length - faults.length;
  if (others > 0) lines.push(`${others} outside your gym: ask the person who looks after the file`);
  const got = `these:${lines.map((line) => `\n  ${line}`).join('')}`;
  throw new TurnoutError('config_edit_failed', { where: path, expected, got, data: { faults } });
}

/** Those of one gym, without the places of other gyms that they name. */
export function ownFaults(faults: readonly ConfigFault[], text: string, id: string) {
  const gym = placeOfGym(text, id);
  const isOwn = (place: string) => place === gym || place.startsWith(`${gym}.`);
  const shown = (place: string) => (isOwn(place) ? place : 'another gym');
  return faults
    .filter(({ path }) => isOwn(path))
    .map(({ message, ...fault }) => {
      return { ...fault, message: message.replace(/gyms\[\d+\][^\s;,]*/g, shown) };
    });
}

/** One change after the other, of the file behind links. What goes wrong with the file system is a fault of the edit. */
function writing<Result>(path: string, work: (target: string) => Promise<Result>): Promise<Result> {
  const written = inTurn(async () => work(await targetOf(path)));
  return written.catch((error: unknown) => {
    if (isTurnoutError(error)) throw error;
    throw failed(path, 'a file that can be written', messageOf(error), error);
  });
}

function failed(path: string, expected: string, got: string, cause?: unknown): TurnoutError {
  const hint = 'nothing was changed; try again';
  return new TurnoutError('config_edit_failed', { where: path, expected, got, hint }, { cause });
}

/** Comments that say what the file is, and where the schema is installed the line that gives editors completion. */
export function newFileText(): string {
  // A URL, since editors end the address at the first space.
  const schema = installedFile('config/schema.json');
  const completion = existsSync(schema) ? `# yaml-language-server: $schema=${schema.href}\n` : '';
  return `${completion}# Configuration of Turnout. It is the only truth for gyms, rooms and cameras; commands such as "turnout camera add"
# change it in place and keep your comments. All keys: docs/configuration.md. A running server takes changes at once.
# Durations and sizes carry their unit (5s, 30d, 64MB). \${NAME} is an environment variable: keep passwords there.
`;
}

/*
 * Writes a file so that no one ever sees half of it: a temporary file next to it, flushed to the disk and renamed over it,
 * with the mode and owner it had. Follows symbolic links, so that a link stays a link.
 */

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
