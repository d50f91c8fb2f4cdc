/** The newest changes of classes, for clients that come again: all of them in order, or none. */

import type { ClassChange } from './changes.ts';
import { type EventIds, eventText } from './wire.ts';

/** Source: docs/api.md, "GET /v1/live". */
const KEPT = 4_096;

interface Kept {
  readonly sequence: number;
  readonly trainerId: string | null;
  readonly text: string;
}

export class Ring {
  readonly #ids: EventIds;
  #events: Kept[] = [];
  /** Clients that have this one and later ones miss nothing that is not here. */
  #floor: number;

  constructor(ids: EventIds) {
    this.#ids = ids;
    this.#floor = ids.next();
  }

  add({ kind, trainerId, row }: ClassChange): Kept {
    const sequence = this.#ids.next();
    const text = eventText('class', { kind, ...row }, this.#ids.text(sequence));
    const kept = { sequence, trainerId, text };
    this.#events.push(kept);
    // Half at a time: to shift one of thousands for each event costs more.
    if (this.#events.length >= 2 * KEPT) {
      this.#events = this.#events.slice(-KEPT);
      this.#floor = (this.#events[0]?.sequence ?? this.#ids.last) - 1;
    }
    return kept;
  }

  /** Nobody can go on from before. */
  clear(): void {
    this.#events = [];
    this.#floor = this.#ids.next();
  }

  /** What came after `sequence`; null where not all of it is here. */
  since(sequence: number): readonly Kept[] | null {
    if (sequence < this.#floor) return null;
    return this.#events.filter((event) => event.sequence > sequence);
  }
}
