/** The newest changes of classes, for clients that come again: all of them in order, or none. */

import type { SessionBody } from '../../gym/reports/session-row.ts';
import { wallClass } from '../../web/model/today.ts';
import type { ClassChange } from './changes.ts';
import { type EventIds, eventText } from './wire.ts';

/** Stated in `route.ts`. */
const KEPT = 4_096;

interface Kept {
  readonly sequence: number;
  readonly trainerId: string | null;
  readonly text: string;
  /** The same for a screen. */
  readonly wallText: string;
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

  /** @param wallRow The class as the wall shows it. */
  add({ kind, session, row }: ClassChange, wallRow: SessionBody): Kept {
    const sequence = this.#ids.next();
    const id = this.#ids.text(sequence);
    const text = eventText('class', { kind, ...row }, id);
    const wallText = eventText('class', { kind, ...wallClass(wallRow) }, id);
    const trainerId = session.trainer?.id ?? null;
    const kept = { sequence, trainerId, text, wallText };
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
