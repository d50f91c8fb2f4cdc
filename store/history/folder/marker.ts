/**
 * Tells a data folder that is new from one whose database has been emptied. SQLite takes a database of length zero for a
 * new one, and deletes the write-ahead log next to it, which may hold everything.
 */

import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TurnoutError } from '../../../errors.ts';
import type { Log } from '../../../runtime/log/log.ts';
import { DATABASE_FILE, MARKER_FILE } from './files.ts';

/** Before SQLite opens the folder. Rejects with `data_unusable` where a start would lose what was there. */
export async function refuseEmptied(dir: string, log: Log): Promise<void> {
  const size = await sizeOf(join(dir, DATABASE_FILE));
  if (size !== null && size > 0) return;
  const logBytes = (await sizeOf(join(dir, `${DATABASE_FILE}-wal`))) ?? 0;
  if (logBytes > 0) {
    throw emptied(
      `${size === null ? 'none' : 'an empty one'} next to a write-ahead log of ${logBytes} bytes`,
      `put a copy of the whole folder in its place; to begin again, move ${DATABASE_FILE}-wal away`,
    );
  }
  if ((await sizeOf(join(dir, MARKER_FILE))) === null) return;
  if (size === null) {
    const detail = `the folder has held a database, and ${DATABASE_FILE} is not there: a new one is made`;
    log.warn('database_missing', { detail });
    return;
  }
  throw emptied(
    'an empty file where it has held a database',
    `put a copy of the whole folder in its place; to begin again, move ${DATABASE_FILE} away`,
  );
}

/** Once the folder holds a database. A disk without space for it is no reason not to go on: the next start tries again. */
export async function markMade(dir: string): Promise<void> {
  const text = `This folder has held a database of Turnout, ${DATABASE_FILE}.\n`;
  await writeFile(join(dir, MARKER_FILE), text, { flag: 'wx', mode: 0o600 }).catch(() => undefined);
}

async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}

function emptied(got: string, hint: string): TurnoutError {
  return new TurnoutError('data_unusable', {
    where: `data folder, ${DATABASE_FILE}`,
    expected: 'the database',
    got,
    hint,
  });
}
