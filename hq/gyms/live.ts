/**
 * What only the boxes know: who is in their rooms now, and in the classes that run. Asked for while someone looks, at most once
 * a second, and stored nowhere. A box that does not answer is asked again after a while; nobody waits for it then.
 */

import type { LiveQuestion, LiveRooms } from '../../chain/messages/live.ts';
import type { Clock } from '../../runtime/clock.ts';

/** Asks the box of a gym; null where it does not answer, or not as this build understands. Never rejects. */
export interface AskBox {
  rooms(gymUid: string): Promise<LiveRooms | null>;
  /** The body of `GET /v1/sessions/{id}` at the box. */
  session(gymUid: string, id: string): Promise<Readonly<Record<string, unknown>> | null>;
}

/** Without a line no box can be asked. */
export const NO_BOXES: AskBox = { rooms: async () => null, session: async () => null };

export function questionOf(what: LiveQuestion['what'], id: string | null): LiveQuestion {
  return { v: 1, what, id };
}

/** As rooms are looked at anew in a box. */
const FRESH_MS = 1_000;
/** How long a box that did not answer is left alone. Chosen here: one lost second in half a minute. */
const SILENT_MS = 30_000;

interface Asked {
  rooms: LiveRooms | null;
  askedMs: number;
  asking: Promise<void> | null;
}

export class LiveBoxes {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #asked = new Map<string, Asked>();
  /** Set once the line is there. */
  ask: AskBox = NO_BOXES;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** The newest answer of a box, as long as it answers; null else. */
  of(gymUid: string): LiveRooms | null {
    return this.#asked.get(gymUid)?.rooms ?? null;
  }

  /** Null where there is nothing to wait for: the answer is fresh, or its box is silent. */
  refresh(gymUid: string): Promise<void> | null {
    if (this.ask === NO_BOXES) return null;
    const nowMs = this.#clock.monotonicMs();
    const known = this.#asked.get(gymUid);
    const isSilent = known !== undefined && known.rooms === null;
    const asking = known?.asking ?? null;
    if (asking !== null) return isSilent ? null : asking;
    const ageMs = known === undefined ? Number.POSITIVE_INFINITY : nowMs - known.askedMs;
    if (ageMs < (isSilent ? SILENT_MS : FRESH_MS)) return null;
    const asked: Asked = known ?? { rooms: null, askedMs: nowMs, asking: null };
    this.#asked.set(gymUid, asked);
    asked.askedMs = nowMs;
    asked.asking = this.ask.rooms(gymUid).then((rooms) => {
      asked.rooms = rooms;
      asked.asking = null;
    });
    return isSilent ? null : asked.asking;
  }
}
