/** What a head office has put aside: counted for metrics, and gone through again after an upgrade. */

import { countParked, type ParkedCounts } from './parked.ts';
import { type Replayed, type ReplayParts, replayParked } from './replay.ts';

export class Park {
  readonly #parts: ReplayParts;
  #counts: ParkedCounts = { messages: 0, changes: 0 };

  constructor(parts: ReplayParts) {
    this.#parts = parts;
  }

  /** As they were last counted. */
  counts(): ParkedCounts {
    return this.#counts;
  }

  /** Rejects with `database_unusable`. */
  async count(): Promise<void> {
    this.#counts = await countParked(this.#parts.database);
  }

  /** See `replay.ts`. Rejects with `database_unusable`. */
  async replay(): Promise<Replayed> {
    const replayed = await replayParked(this.#parts);
    this.#counts = replayed.left;
    return replayed;
  }
}
