/** What a killed program left on the disk, looked at in a copy: the next start repairs the original by itself. */

import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../../../../store/history/database.ts';
import { openJournal } from '../../../../store/history/samples/journal.ts';

export interface Stored {
  /** What SQLite's own checks found wrong, and a total that is not the number of rows; null where all is well. */
  readonly fault: string | null;
  /** In the database, and those of the journal that are not: the next start stores them. */
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
      /^turnout\.(sqlite(-wal)?|samples)$/.test(name),
    );
    for (const name of files) await copyFile(join(dataFolder, name), join(folder, name));
    const { left } = await openJournal(folder);
    return await ask(join(folder, 'turnout.sqlite'), JSON.stringify(left));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function ask(path: string, journal: string): Promise<Stored> {
  const database = await openDatabase({ path, mode: 'create', busyMs: 1_000 });
  try {
    return await database.exclusive(async (session) => {
      const integrity = await session.all<{ integrity_check: string }>('PRAGMA integrity_check');
      const foreign = await session.all('PRAGMA foreign_key_check');
      const found = await session.get<{ samples: number; total: number; classes: number }>(FOUND);
      const said = await session.all<{ booked: number | null }>(IMPORTS);
      const waiting = await session.get<{ n: number }>(WAITING, journal);
      const { samples = 0, total = 0, classes = 0 } = found ?? {};
      const faults = [
        ...integrity.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
        ...(foreign.length > 0 ? [`${foreign.length} rows point to nothing`] : []),
        ...(samples === total ? [] : [`${samples} samples, but a total of ${total}`]),
      ];
      return {
        fault: faults.length === 0 ? null : faults.join('; '),
        samples: samples + (waiting?.n ?? 0),
        classes,
        imports: said.map(({ booked }) => booked),
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

const WAITING = `
SELECT count(*) AS n FROM json_each(?) WHERE NOT EXISTS (
  SELECT 1 FROM samples JOIN cameras ON cameras.key = samples.camera
  WHERE cameras.id = value ->> 0 AND at_utc_ms = value ->> 1)`;
