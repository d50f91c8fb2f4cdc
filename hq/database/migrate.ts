/** Brings the head office's database to the schema of this build, one step after the other, each whole or not at all. */

import { TurnoutError } from '../../errors.ts';
import type { Database } from './database.ts';
import { schema } from './schema.ts';

/** The version that {@link schema} makes of an empty database. */
const FIRST = 8;
/** What makes version {@link FIRST}, and behind it what takes each version to the next. */
const STEPS: readonly string[] = [schema];

/** Two nodes that start together: one of them waits. Any number that no one else uses. */
const LOCK = 0x54524e54;

/**
 * Takes the missing steps in one transaction.
 *
 * @returns how many were taken. Rejects with `data_newer` for a database of a later build, with `database_unusable` for one
 * of before {@link FIRST}.
 */
export function migrate(database: Database, steps: readonly string[] = STEPS): Promise<number> {
  const wanted = FIRST + steps.length - 1;
  return database.transaction(async (session) => {
    await session.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await session.query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
    const [row] = await session.query<{ version: number }>('SELECT version FROM schema_version');
    const version = row?.version ?? FIRST - 1;
    const about = { where: 'database of the head office', got: `version ${version}` };
    if (version > wanted) {
      const hint = 'run the newer Turnout that wrote it';
      const expected = `schema version ${wanted} or older`;
      throw new TurnoutError('data_newer', { ...about, expected, hint });
    }
    if (row !== undefined && version < FIRST) {
      const hint =
        'name an empty database, add its gyms and keys again, and let each box join with a token';
      const expected = `schema version ${FIRST} or newer`;
      throw new TurnoutError('database_unusable', { ...about, expected, hint });
    }
    const missing = steps.slice(version - FIRST + 1);
    for (const step of missing) await session.query(step);
    await session.query('DELETE FROM schema_version');
    await session.query('INSERT INTO schema_version (version) VALUES ($1)', [wanted]);
    return missing.length;
  });
}
