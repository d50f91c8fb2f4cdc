/**
 * A copy in memory of what imports of a gym read. An import or an undo works on it, and only what it writes goes into the
 * database, in one short transaction: samples, keys and corrections are stored meanwhile. A preview stores nothing.
 */

import { pathToFileURL } from 'node:url';
import { type Database, openDatabase, type Session, type SqlValue } from '../database.ts';
import { MIGRATIONS } from '../migrate.ts';

export interface ScratchTask {
  /** The database. */
  readonly file: string;
  readonly gymId: string;
  /** Number of the import that is undone; null for none. */
  readonly undoes: number | null;
}

/** Runs `work` on a copy of what is stored now. What it changes goes with the copy. */
export async function onScratch<Result>(
  task: ScratchTask,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const scratch = await openDatabase({ path: ':memory:', mode: 'create', busyMs: BUSY_MS });
  try {
    return await scratch.exclusive(async (session) => {
      await fill(session, task);
      return work(session);
    });
  } finally {
    await scratch.close();
  }
}

/** Runs `work` in the same way, then makes its changes in `database`: all or none. Rejects with the signal's reason. */
export async function fromScratch<Result>(
  database: Database,
  task: ScratchTask,
  signal: AbortSignal,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const changes: [sql: string, values: SqlValue[]][] = [];
  const result = await onScratch(task, (session) => {
    const run = (sql: string, ...values: SqlValue[]) => {
      changes.push([sql, values]);
      return session.run(sql, ...values);
    };
    return work({ ...session, run });
  });
  await database.transaction(async (session) => {
    for (const [sql, values] of changes) {
      signal.throwIfAborted();
      await session.run(sql, ...values);
    }
  });
  return result;
}

/** A checkpoint may hold the database for a moment. */
const BUSY_MS = 1_000;

async function fill(session: Session, { file, gymId, undoes }: ScratchTask): Promise<void> {
  // It goes when the work is done: there is nothing to roll back.
  await session.exec(`PRAGMA journal_mode = OFF; ${MIGRATIONS.join(';')}; DELETE FROM totals`);
  // Only to read: a database that is gone must not be made again.
  await session.run('ATTACH ? AS stored', `${pathToFileURL(file).href}?mode=ro`);
  await session.run('CREATE TEMP TABLE task AS SELECT ? AS gym, ? AS undoes', gymId, undoes);
  const copies = COPIED.map(
    ([table, which]) => `INSERT INTO main.${table} SELECT * FROM stored.${table} WHERE ${which}`,
  );
  // In one transaction, so that all is of the same moment.
  await session.exec(`BEGIN; ${copies.join(';')}; COMMIT; DETACH stored`);
}

const IS_OF_GYM = 'gym = (SELECT gym FROM task)';
const IS_OF_SOURCE = `source IN (SELECT key FROM stored.sources WHERE ${IS_OF_GYM})`;

/** Rows that are read, by table. */
const COPIED: readonly (readonly [table: string, which: string])[] = [
  ['totals', 'true'],
  ['sources', 'true'],
  // New classes get the next key over all gyms.
  ['classes', `${IS_OF_GYM} OR key = (SELECT max(key) FROM stored.classes)`],
  ['facts', IS_OF_SOURCE],
  ['trainers', IS_OF_GYM],
  ['trainer_aliases', IS_OF_SOURCE],
  ['trainer_joins', IS_OF_GYM],
  ['credentials', "data ->> 'gymId' = (SELECT gym FROM task)"],
  ['imports', IS_OF_GYM],
  ['import_facts', 'import >= (SELECT undoes FROM task)'],
];
