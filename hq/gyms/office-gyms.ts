/** The list of a chain's gyms: their names from memory, and how their boxes are from the database. */

import type { RoomsNow } from '../../chain/sync.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { BoxLine, ListedGym, OfficeGyms } from '../../service/figures/chain-figures.ts';
import type { Database } from '../database/database.ts';
import type { Directory } from './directory.ts';

export interface OfficeGymsParts {
  readonly database: Database;
  readonly directory: Directory;
  readonly live: LiveRooms;
}

type LineRow = Omit<BoxLine, 'pass'> & {
  readonly id: string;
  readonly hasBox: boolean;
  readonly hasPass: boolean;
};

export function createOfficeGyms({ database, directory, live }: OfficeGymsParts): OfficeGyms {
  return {
    listed: (scope) => {
      const within = new Set(directory.within(scope));
      const gyms = directory.all().filter(({ id }) => within.has(id));
      return gyms.toSorted(byName);
    },
    lines: async () => {
      const rows = await database.query<LineRow>(LINES);
      return new Map(rows.map((row) => [row.id, lineOf(row)]));
    },
    isReached: (gymId) => live.of(gymId) !== null,
  };
}

function lineOf({ heardUtcMs, cameras, hasBox, hasPass }: LineRow): BoxLine {
  const isEnded = hasBox && !hasPass;
  return { heardUtcMs, cameras, pass: hasPass ? 'good' : isEnded ? 'ended' : 'none' };
}

const NAMES = new Intl.Collator('en', { numeric: true });

/** `Gym 9` before `Gym 10`. */
function byName(one: ListedGym, other: ListedGym): number {
  return NAMES.compare(one.name, other.name) || (one.id < other.id ? -1 : 1);
}

const LINES = `
SELECT g.id, max(b.received_utc_ms) AS "heardUtcMs",
  (array_agg(b.status -> 'cameras' ORDER BY b.joined_utc_ms DESC) FILTER (WHERE b.status IS NOT NULL))[1] AS cameras,
  count(b.id) > 0 AS "hasBox", count(b.id) FILTER (WHERE b.revoked_utc_ms IS NULL) > 0 AS "hasPass"
FROM gym g LEFT JOIN box b ON b.gym = g.key GROUP BY g.key`;

/** As rooms are looked at anew in a box. */
const FRESH_MS = 1_000;
/** A box tells its rooms at least once a minute. Chosen here: two of them may be lost. */
const SILENT_MS = 150_000;

interface Read {
  readonly rooms: RoomsNow | null;
  readonly atMs: number;
}

/**
 * Who is in the rooms of the chain's gyms now, and in the classes that run, as their boxes said last: read from the database
 * when a gym is asked for, at most once a second. A box that is silent says nothing of now.
 */
export class LiveRooms {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #read = new Map<string, Read>();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** As they were last read; null where the box is silent. */
  of(gymId: string): RoomsNow | null {
    return this.#read.get(gymId)?.rooms ?? null;
  }

  /** Null where there is nothing to wait for. Never rejects: what the database does not say is unknown. */
  refresh(gymId: string): Promise<void> | null {
    const atMs = this.#clock.monotonicMs();
    const known = this.#read.get(gymId);
    if (known !== undefined && atMs - known.atMs < FRESH_MS) return null;
    this.#read.set(gymId, { rooms: known?.rooms ?? null, atMs });
    const since = this.#clock.nowUtcMs() - SILENT_MS;
    return this.#database
      .query<{ body: RoomsNow }>(ROOMS, [gymId, since])
      .catch(() => [])
      .then(([row]) => void this.#read.set(gymId, { rooms: row?.body ?? null, atMs }));
  }
}

const ROOMS = `
SELECT r.body FROM room_now r JOIN gym g ON g.key = r.gym WHERE g.id = $1 AND r.told_utc_ms >= $2`;
