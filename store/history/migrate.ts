/**
 * Brings a database to the schema of this build, in one transaction. Its version is SQLite's `user_version`.
 *
 * A new schema gets the next number and a step from the one before. Steps that were released are never changed.
 */

import { TurnoutError } from '../../errors.ts';
import type { Database, Session } from './database.ts';
import { DELIVERIES } from './schema/deliveries.ts';
import { fromSchema8 } from './schema/from-8.ts';
import { SCHEMA, SCHEMA_VERSION } from './schema/schema.ts';

/** What takes a database of each version that can still be read to the next one. */
export const STEPS: Readonly<Record<number, (session: Session) => Promise<void>>> = {
  8: fromSchema8,
  9: (session) => session.exec(DELIVERIES),
};
const OLDEST = Math.min(...Object.keys(STEPS).map(Number));

/** "TRNT" in the file's header: tells our database from any other. */
const APPLICATION_ID = 0x54524e54;

/**
 * Makes the schema, or takes the missing steps.
 *
 * @returns the version before, 0 for an empty database. Rejects as {@link checkedVersion}.
 */
export function migrate(database: Database, steps = STEPS): Promise<number> {
  return database.transaction(async (session) => {
    const version = await checkedVersion(session);
    if (version === 0) await session.exec(SCHEMA);
    else for (let from = version; from < SCHEMA_VERSION; from += 1) await steps[from]?.(session);
    if (version < SCHEMA_VERSION) {
      await session.exec(
        `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`,
      );
    }
    return version;
  });
}

/**
 * The schema version, 0 for an empty database. Changes nothing. Rejects with `data_newer` for a database of a later build,
 * and with `data_unusable` for one that is too old, and one that is not ours.
 */
export async function checkedVersion(session: Session): Promise<number> {
  const version = await pragma(session, 'user_version');
  const application = await pragma(session, 'application_id');
  const objects = await session.get<{ n: number }>('SELECT count(*) AS n FROM sqlite_schema');
  const isEmpty = version === 0 && application === 0 && objects?.n === 0;
  if (!isEmpty && application !== APPLICATION_ID) {
    throw new TurnoutError('data_unusable', {
      where: 'data folder, turnout.sqlite',
      expected: 'a database of Turnout',
      got: 'one of another program',
      hint: 'move the file away, or use another folder (TURNOUT_DATA)',
    });
  }
  if (version > SCHEMA_VERSION) {
    throw new TurnoutError('data_newer', {
      where: 'data folder, turnout.sqlite',
      expected: `schema version ${SCHEMA_VERSION} or older`,
      got: `version ${version}`,
      hint: 'run the newer Turnout that wrote it, or use another folder (TURNOUT_DATA)',
      data: { version, newest: SCHEMA_VERSION },
    });
  }
  if (!isEmpty && version < OLDEST) {
    throw new TurnoutError('data_unusable', {
      where: 'data folder, turnout.sqlite',
      expected: `schema version ${OLDEST} or newer`,
      got: `version ${version}`,
      hint: `start an older Turnout once that brings it to version ${OLDEST}, or begin again in another folder (TURNOUT_DATA)`,
      data: { version, oldest: OLDEST },
    });
  }
  return version;
}

async function pragma(session: Session, name: 'user_version' | 'application_id'): Promise<number> {
  const row = await session.get<Record<string, number>>(`PRAGMA ${name}`);
  return row?.[name] ?? 0;
}
