/** Who is in the rooms of a chain's gyms now. */

import type { RoomsNow } from '../../chain/sync.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Database } from '../database/database.ts';

/** As rooms are looked at anew in a box. */
const FRESH_MS = 1_000;
/** A box tells its rooms at least once a minute. Chosen here: two of them may be lost. */
const SILENT_MS = 150_000;

export type LiveRooms = ReturnType<typeof createLiveRooms>;

/**
 * Who is in the rooms of the chain's gyms now, and in the classes that run, as their boxes said last: read from the database
 * when a gym is asked for, at most once a second. A box that is silent says nothing of now.
 */
export function createLiveRooms(database: Database, clock: Clock) {
  const read = new Map<string, { readonly rooms: RoomsNow | null; readonly atMs: number }>();
  return {
    /** As they were last read; null where the box is silent. */
    of: (gymId: string): RoomsNow | null => read.get(gymId)?.rooms ?? null,
    /** Null where there is nothing to wait for. Never rejects: what the database does not say is unknown. */
    refresh: (gymId: string): Promise<void> | null => {
      const atMs = clock.monotonicMs();
      const known = read.get(gymId);
      if (known !== undefined && atMs - known.atMs < FRESH_MS) return null;
      read.set(gymId, { rooms: known?.rooms ?? null, atMs });
      const since = clock.nowUtcMs() - SILENT_MS;
      return database
        .query<{ body: RoomsNow }>(ROOMS, [gymId, since])
        .catch(() => [])
        .then(([row]) => void read.set(gymId, { rooms: row?.body ?? null, atMs }));
    },
  };
}

const ROOMS =
  'SELECT r.body FROM room_now r JOIN gym g ON g.key = r.gym WHERE g.id = $1 AND r.told_utc_ms >= $2';
