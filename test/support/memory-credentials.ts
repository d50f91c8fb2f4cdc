/** The table of credentials in a database in memory, opened with the first question: for tests of what stands on it. */

import { type Credential, createAccessStore } from '../../store/history/access.ts';
import { type Database, openDatabase } from '../../store/history/database.ts';
import { SCHEMA } from '../../store/history/schema/schema.ts';

/** A row of that table: a key, of which nothing is known but what is said. */
export function credential(said: Partial<Credential> = {}): Credential {
  return { hash: 'h', kind: 'key', key: 'k', expires: null, used: 0, data: {}, ...said };
}

export function memoryCredentials() {
  let opening: Promise<Database> | undefined;
  const opened = () => {
    opening ??= openDatabase({ path: ':memory:', mode: 'create', busyMs: 0 }).then(
      async (database) => {
        await database.exec(SCHEMA);
        return database;
      },
    );
    return opening;
  };
  const database = {
    all: async (...asked) => (await opened()).all(...asked),
    transaction: async (work) => (await opened()).transaction(work),
  } as Database;
  return createAccessStore(database, database);
}
