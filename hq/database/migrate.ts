/** Brings the head office's database to the schema of this build, one step after the other, each whole or not at all. */

import { TurnoutError } from '../../errors.ts';
import { sql as credentials } from './credentials.ts';
import type { Database } from './database.ts';
import { schema } from './schema.ts';

/** Every step since the first, in order: step n takes version n−1 to n. The seventh makes what the first six made. */
export const MIGRATIONS: readonly string[] = ['', '', '', '', '', '', schema, credentials];

/** Two nodes that start together: one of them waits. Any number that no one else uses. */
const LOCK = 0x54524e54;

/**
 * Takes the missing steps in one transaction.
 *
 * @returns how many were taken. Rejects with `data_newer` for a database of a later build.
 */
export function migrate(
  database: Database,
  steps: readonly string[] = MIGRATIONS,
): Promise<number> {
  return database.transaction(async (session) => {
    await session.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await session.query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
    const [row] = await session.query<{ version: number }>('SELECT version FROM schema_version');
    const version = row?.version ?? 0;
    if (version > steps.length) {
      throw new TurnoutError('data_newer', {
        where: 'database of the head office',
        expected: `schema version ${steps.length} or older`,
        got: `version ${version}`,
        hint: 'run the newer Turnout that wrote it',
      });
    }
    for (const step of steps.slice(version)) if (step !== '') await session.query(step);
    await session.query('DELETE FROM schema_version');
    await session.query('INSERT INTO schema_version (version) VALUES ($1)', [steps.length]);
    return steps.length - version;
  });
}
