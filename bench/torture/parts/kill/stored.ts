/** What a killed program left on the disk, looked at in a copy: the next start repairs the original by itself. */

import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../../../../store/history/database.ts';

export interface Stored {
  /** What SQLite's own checks found wrong, and a total that is not the number of rows; null where all is well. */
  readonly fault: string | null;
  readonly samples: number;
  /** Numbers that the classes of the import say: one, unless an import is there by half. */
  readonly imports: readonly (number | null)[];
  readonly classes: number;
}

/** Copies the database and its log, and asks the copy. */
export async function readStored(dataFolder: string): Promise<Stored> {
  const folder = await mkdtemp(join(dataFolder, '..', 'looked-at-'));
  try {
    // Not the shared memory: a copy has none, and SQLite makes it from the log, as after a power cut.
    const files = (await readdir(dataFolder)).filter((name) =>
      /^turnout\.sqlite(-wal)?$/.test(name),
    );
    for (const name of files) await copyFile(join(dataFolder, name), join(folder, name));
    return await ask(join(folder, 'turnout.sqlite'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function ask(path: string): Promise<Stored> {
  const database = await openDatabase({ path, mode: 'create', busyMs: 1_000 });
  try {
    return await database.exclusive(async (session) => {
      const integrity = await session.all<{ integrity_check: string }>('PRAGMA integrity_check');
      const foreign = await session.all('PRAGMA foreign_key_check');
      const found = await session.get<{ samples: number; total: number; classes: number }>(FOUND);
      const rows = await session.all<{ booked: number | null }>(IMPORTS);
      const { samples = 0, total = 0, classes = 0 } = found ?? {};
      const faults = [
        ...integrity.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
        ...(foreign.length > 0 ? [`${foreign.length} rows point to nothing`] : []),
        ...(samples === total ? [] : [`${samples} samples, but a total of ${total}`]),
      ];
      return {
        fault: faults.length === 0 ? null : faults.join('; '),
        samples,
        classes,
        imports: rows.map(({ booked }) => booked),
      };
    });
  } finally {
    await database.close();
  }
}

const FOUND = `
SELECT (SELECT count(*) FROM samples) AS samples,
  (SELECT value FROM totals WHERE name = 'samples_stored') AS total,
  (SELECT count(*) FROM facts) AS classes`;

const IMPORTS = 'SELECT DISTINCT booked FROM facts';
