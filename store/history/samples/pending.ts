/** Samples that wait to be stored: first in, first out, bounded. When it is full the oldest go, and are counted. */

import type { SampleRow } from './rows.ts';

export interface Pending {
  push(row: SampleRow): void;
  /** Takes the oldest out, at most `limit`. */
  take(limit: number): readonly SampleRow[];
  /** Puts back what was taken and could not be stored. */
  restore(rows: readonly SampleRow[]): void;
  size(): number;
  /** Samples lost since the start because the queue was full. */
  dropped(): number;
}

/** An empty queue of at most `limit` samples. */
export function createPending(limit: number): Pending {
  let rows: SampleRow[] = [];
  let dropped = 0;
  const trim = () => {
    const excess = rows.length - limit;
    // A tenth at a time: cutting one off the front for each that comes would copy the whole queue every time.
    if (excess > limit / 10) {
      rows = rows.slice(excess);
      dropped += excess;
    }
  };
  return {
    push: (row) => {
      rows.push(row);
      trim();
    },
    take: (most) => {
      const taken = rows.slice(0, most);
      rows = rows.slice(most);
      return taken;
    },
    restore: (taken) => {
      rows = [...taken, ...rows];
      trim();
    },
    size: () => rows.length,
    dropped: () => dropped,
  };
}
