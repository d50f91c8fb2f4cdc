/** Whether the open database is still the one that the path of the data folder leads to. */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../runtime/clock.ts';
import { type Database, statementsOf } from '../database.ts';
import { FolderFault } from '../faults.ts';
import { DATABASE_FILE } from './files.ts';

/** A database that takes no change while its file is not in its place: nothing is promised that will be lost. */
export interface PresentDatabase extends Database {
  /** Null while all is in its place. An open file of a deleted folder can be written, and is lost when it is closed. */
  fault(): Promise<FolderFault | null>;
  /** Of the change that waits or is being stored for longest, ms; 0 where none is. A disk that hangs reports no error. */
  longestWaitMs(): number;
}

/** Remembers what is there now. Rejects with the system's error where the folder or its database cannot be read. */
export async function whilePresent(
  database: Database,
  dir: string,
  clock: Pick<Clock, 'monotonicMs'>,
): Promise<PresentDatabase> {
  const file = join(dir, DATABASE_FILE);
  const folderWas = await identity(dir);
  const fileWas = await identity(file);
  const fault = async () => {
    const folder = await identityOrNull(dir);
    if (folder === null) return new FolderFault('FOLDER_GONE');
    if (folder !== folderWas) return new FolderFault('FOLDER_REPLACED');
    const now = await identityOrNull(file);
    if (now === null) return new FolderFault('DATABASE_GONE');
    return now === fileWas ? null : new FolderFault('DATABASE_REPLACED');
  };
  /** In the order in which they began. */
  const waiting = new Set<{ readonly sinceMs: number }>();
  const guarded =
    (run: Database['exclusive']): Database['exclusive'] =>
    async (work) => {
      const one = { sinceMs: clock.monotonicMs() };
      waiting.add(one);
      try {
        return await run(async (session) => {
          const away = await fault();
          if (away !== null) throw away;
          return work(session);
        });
      } finally {
        waiting.delete(one);
      }
    };
  const exclusive = guarded(database.exclusive);
  return {
    ...statementsOf(exclusive),
    exclusive,
    transaction: guarded(database.transaction),
    close: () => database.close(),
    fault,
    longestWaitMs: () => {
      const [oldest] = waiting;
      return oldest === undefined ? 0 : clock.monotonicMs() - oldest.sinceMs;
    },
  };
}

async function identity(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true });
  return `${dev}/${ino}`;
}

async function identityOrNull(path: string): Promise<string | null> {
  return identity(path).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  });
}
