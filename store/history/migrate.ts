/**
 * Brings a database to the schema of this build, one numbered step after the other, each whole or not at all.
 *
 * The number of steps taken is SQLite's `user_version`. Steps that were released are never changed, only followed.
 */

import { TurnoutError } from '../../errors.ts';
import type { Database, Session } from './database.ts';
import { sql as counts } from './migrations/0001-counts.ts';
import { sql as classes } from './migrations/0002-classes.ts';
import { sql as access } from './migrations/0003-access.ts';
import { sql as oauth } from './migrations/0004-oauth.ts';
import { sql as imports } from './migrations/0005-imports.ts';
import { sql as emptyRooms } from './migrations/0006-empty-rooms.ts';
import { sql as signIns } from './migrations/0007-sign-ins.ts';
import { sql as outbox } from './migrations/0009-outbox.ts';

/** Every step since the first, in order: step n takes version n−1 to n. */
export const MIGRATIONS: readonly string[] = [
  counts,
  classes,
  access,
  oauth,
  imports,
  emptyRooms,
  signIns,
  // Step 8: what step 9 makes anew.
  '',
  outbox,
];

/** "TRNT" in the file's header: tells our database from any other. */
const APPLICATION_ID = 0x54524e54;

/**
 * Takes the missing steps.
 *
 * @returns how many were taken. Rejects with `data_newer` for a database of a later build, and `data_unusable` for one
 * that is not ours.
 */
export function migrate(
  database: Database,
  steps: readonly string[] = MIGRATIONS,
): Promise<number> {
  return database.transaction(async (session) => {
    const version = await checkedVersion(session, steps.length);
    for (const step of steps.slice(version)) {
      await session.exec(step);
    }
    if (version < steps.length) {
      await session.exec(
        `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${steps.length}`,
      );
    }
    return steps.length - version;
  });
}

/** The schema version, or the coded error of {@link migrate}. Changes nothing. */
export async function checkedVersion(
  session: Session,
  newest: number = MIGRATIONS.length,
): Promise<number> {
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
  if (version > newest) {
    throw new TurnoutError('data_newer', {
      where: 'data folder, turnout.sqlite',
      expected: `schema version ${newest} or older`,
      got: `version ${version}`,
      hint: 'run the newer Turnout that wrote it, or use another folder (TURNOUT_DATA)',
      data: { version, newest },
    });
  }
  return version;
}

async function pragma(session: Session, name: 'user_version' | 'application_id'): Promise<number> {
  const row = await session.get<Record<string, number>>(`PRAGMA ${name}`);
  return row?.[name] ?? 0;
}
