/** How long changes wait to be stored: a disk that hangs reports no error, and one change may hold up the others. */

import type { Clock } from '../../../runtime/clock.ts';
import type { Database } from '../database.ts';

export interface WatchedDatabase extends Database {
  /** Of the change that waits or is being stored for longest, ms; 0 where none is. */
  longestWaitMs(): number;
}

export function watchWaits(database: Database, clock: Pick<Clock, 'monotonicMs'>): WatchedDatabase {
  /** In the order in which they began. */
  const waiting = new Set<{ readonly sinceMs: number }>();
  const watched = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const one = { sinceMs: clock.monotonicMs() };
    waiting.add(one);
    try {
      return await work();
    } finally {
      waiting.delete(one);
    }
  };
  return {
    exclusive: (work) => watched(() => database.exclusive(work)),
    transaction: (work) => watched(() => database.transaction(work)),
    close: () => database.close(),
    longestWaitMs: () => {
      const [oldest] = waiting;
      return oldest === undefined ? 0 : clock.monotonicMs() - oldest.sinceMs;
    },
  };
}
