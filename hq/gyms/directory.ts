/** Which gyms there are, in memory: their names, groups and zones. What a key may see is decided by it. */

import { TurnoutError } from '../../errors.ts';
import type { KeyScope } from '../../store/access/key.ts';
import type { Database } from '../database/database.ts';

/** The channel of PostgreSQL that says that gyms were added or changed. */
export const DIRECTORY_CHANNEL = 'turnout_directory';

export interface ListedGym {
  readonly key: number;
  /** On the line. */
  readonly uid: string;
  /** In the interface: unique in the chain. */
  readonly id: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly timezone: string;
  readonly currency: string | null;
}

export class Directory {
  readonly #database: Database;
  #byId: ReadonlyMap<string, ListedGym> = new Map();
  #reading: Promise<void> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads all gyms again; calls that come while it reads get what was there then. Rejects with `database_unusable`. */
  load(): Promise<void> {
    this.#reading ??= this.#database
      .query<ListedGym>(ALL)
      .then((rows) => {
        this.#byId = new Map(rows.map((row) => [row.id, row]));
      })
      .finally(() => {
        this.#reading = null;
      });
    return this.#reading;
  }

  find(id: string): ListedGym | undefined {
    return this.#byId.get(id);
  }

  /** In the order of their ids. */
  all(): readonly ListedGym[] {
    return [...this.#byId.values()];
  }

  /** Ids of the gyms that a scope has, in their order. */
  within(scope: KeyScope): readonly string[] {
    return this.all()
      .filter((gym) => isWithin(gym, scope))
      .map(({ id }) => id);
  }

  has(scope: KeyScope, id: string): boolean {
    const gym = this.#byId.get(id);
    return gym !== undefined && isWithin(gym, scope);
  }
}

function isWithin({ id, groups }: ListedGym, scope: KeyScope): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'group':
      return groups.includes(scope.group);
    case 'gyms':
      return scope.gyms.includes(id);
  }
}

export interface NewGym {
  readonly id: string;
  readonly name: string;
  readonly groups: readonly string[];
}

/** A box takes no other: the gym has the same id there. */
const ID = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

/** Adds a gym. Rejects with `usage` where the id is none, or taken. @param uid Its name on the line. */
export async function addGym(
  database: Database,
  { id, name, groups }: NewGym,
  { uid, nowUtcMs }: { readonly uid: string; readonly nowUtcMs: number },
): Promise<void> {
  if (!ID.test(id) || id === 'demo') {
    throw misfit('1 to 64 of a-z, 0-9 and "-", and not demo', JSON.stringify(id));
  }
  const added = await database.query(ADD, [uid, id, name, groups, nowUtcMs]);
  if (added.length === 0) throw misfit('an id that no other gym has', id);
  await database.query('SELECT pg_notify($1, $2)', [DIRECTORY_CHANNEL, id]);
}

function misfit(expected: string, got: string): TurnoutError {
  return new TurnoutError('usage', { where: 'id of the gym', expected, got });
}

const ALL = `
SELECT key, uid, id, name, groups, timezone, currency FROM gym ORDER BY id COLLATE "C"`;

const ADD = `
INSERT INTO gym (uid, id, name, groups, created_utc_ms) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT DO NOTHING RETURNING key`;
