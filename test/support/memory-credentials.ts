/** The table of credentials in a database in memory, opened with the first question: for tests of what stands on it. */

import { once } from '../../runtime/clock.ts';
import { type Credential, createAccessStore } from '../../store/history/access.ts';
import { type Database, openDatabase } from '../../store/history/database.ts';
import { SCHEMA } from '../../store/history/schema/schema.ts';

/** A row of that table: a key, of which nothing is known but what is said. */
export function credential(said: Partial<Credential> = {}): Credential {
  return { hash: 'h', kind: 'key', key: 'k', expires: null, used: 0, data: {}, ...said };
}

export function memoryCredentials() {
  const opened = once(async () => {
    const database = await openDatabase({ path: ':memory:', mode: 'create', busyMs: 0 });
    await database.exec(SCHEMA);
    return database;
  });
  const database = {
    all: async (...asked) => (await opened()).all(...asked),
    transaction: async (work) => (await opened()).transaction(work),
  } as Database;
  return createAccessStore(database, database);
}
