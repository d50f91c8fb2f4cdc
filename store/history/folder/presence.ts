/** Whether the open database is still the one that the path of the data folder leads to. */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database.ts';
import { FolderFault } from '../faults.ts';
import { DATABASE_FILE } from './files.ts';

export interface Presence {
  /** Null while all is in its place. An open file of a deleted folder can be written, and is lost when it is closed. */
  fault(): Promise<FolderFault | null>;
}

/** Remembers what is there now. Rejects with the system's error where the folder or its database cannot be read. */
export async function watchPresence(dir: string): Promise<Presence> {
  const file = join(dir, DATABASE_FILE);
  const folderWas = await identity(dir);
  const fileWas = await identity(file);
  return {
    fault: async () => {
      const folder = await identityOrNull(dir);
      if (folder === null) return new FolderFault('FOLDER_GONE');
      if (folder !== folderWas) return new FolderFault('FOLDER_REPLACED');
      const now = await identityOrNull(file);
      if (now === null) return new FolderFault('DATABASE_GONE');
      return now === fileWas ? null : new FolderFault('DATABASE_REPLACED');
    },
  };
}

/** The database as one that takes no change while its file is not in its place: nothing is promised that will be lost. */
export function whilePresent(database: Database, presence: Presence): Database {
  const ready = async () => {
    const fault = await presence.fault();
    if (fault !== null) throw fault;
  };
  return {
    exclusive: (work) =>
      database.exclusive(async (session) => {
        await ready();
        return work(session);
      }),
    transaction: (work) =>
      database.transaction(async (session) => {
        await ready();
        return work(session);
      }),
    close: () => database.close(),
  };
}

/** Whether something else is where the database was. */
export function isReplaced({ code }: FolderFault): boolean {
  return code === 'FOLDER_REPLACED' || code === 'DATABASE_REPLACED';
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
