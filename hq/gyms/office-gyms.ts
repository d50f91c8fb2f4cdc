/** The list of a chain's gyms: their names from memory, and how their boxes are from the database. */

import type { BoxLine, ListedGym, OfficeGyms } from '../../service/figures/office-gyms.ts';
import type { Database } from '../database/database.ts';
import type { Directory } from './directory.ts';
import type { LiveRooms } from './live.ts';

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
