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

import { mkdir, open, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../../runtime/log/log.ts';
import { DATABASE_FILE, sync } from './files.ts';

/** Where the new files wait, in the data folder. */
const INCOMING = 'turnout.restore';
const MARKER = 'decided';
const ASIDE = 'before-restore-';

/** What belongs to a database: SQLite's files next to it. */
const PARTS = [DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`];

/** Moments after the decision, in their order; for tests that end the process at each. */
export type ReplaceStep = 'decided' | 'aside' | 'placed' | 'removed';

type OnStep = (step: ReplaceStep) => void;

const UNSEEN: OnStep = () => undefined;

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
export async function replaceFiles(
  dir: string,
  nowUtcMs: number,
  onStep: OnStep = UNSEEN,
): Promise<string | null> {
  const incoming = join(dir, INCOMING);
  await sync(join(incoming, DATABASE_FILE));
  const there = await Promise.all(PARTS.map((name) => exists(join(dir, name))));
  const time = new Date(nowUtcMs).toISOString().slice(0, 19).replaceAll(':', '');
  const aside = there.includes(true) ? `${ASIDE}${time}Z` : '';
  // Before the decision, since a full disk may not take it.
  if (aside !== '') await mkdir(join(dir, aside), { recursive: true, mode: 0o700 });
  try {
    await decide(incoming, aside);
  } catch (error) {
    if (aside !== '') await rmdir(join(dir, aside)).catch(() => undefined);
    throw error;
  }
  onStep('decided');
  await finishReplacement(dir, onStep);
  return aside === '' ? null : join(dir, aside);
}

/**
 * Ends a replacement that a kill has interrupted. The caller owns the folder, and opens its database afterwards.
 *
 * @returns whether there was one.
 */
export async function finishReplacement(dir: string, onStep: OnStep = UNSEEN): Promise<boolean> {
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
    onStep('aside');
    await rename(database, join(dir, DATABASE_FILE));
    await sync(dir);
  }
  onStep('placed');
  await rm(incoming, { recursive: true, force: true });
  onStep('removed');
  return true;
}

/** {@link finishReplacement} at a start, with a line in the log. */
export async function finishReplacementLogged(dir: string, log: Log): Promise<void> {
  if (await finishReplacement(dir)) {
    log.warn('restore_finished', { detail: 'a restore was interrupted; it is finished now' });
  }
}

/** Whether a restore waits for the next owner of the folder. */
export function isReplacementUnfinished(dir: string): Promise<boolean> {
  return exists(join(dir, INCOMING, MARKER));
}

/** From here on the replacement is finished, by this process or the next. */
async function decide(incoming: string, aside: string): Promise<void> {
  const written = join(incoming, `${MARKER}.new`);
  const file = await open(written, 'w', 0o600);
  try {
    await file.writeFile(`${aside}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(written, join(incoming, MARKER));
  await sync(incoming);
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
