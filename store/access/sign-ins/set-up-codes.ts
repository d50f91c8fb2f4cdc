/**
 * Codes by which the first owner of a gym signs in: shown where Turnout was started, typed in a browser. In memory only, for
 * one use. Whoever comes first in a network owns nothing by that.
 */

import { randomInt } from 'node:crypto';
import type { Clock } from '../../../runtime/clock.ts';
import { createWindowLimiter, type WindowLimiter } from '../limits/window-limiter.ts';

/** Source of these: docs/access.md#sign-ins-of-browsers. */
const CODE_MS = 15 * 60_000;
const MAX_TRIES = 5;
/** Time in which the wrong tries of one address count once, s: else anyone in the network ends every code at once. */
const TRY_S = 60;
const DIGITS = 8;

interface Code {
  readonly digits: string;
  readonly endsAtMs: number;
  triesLeft: number;
}

/** In place of the id of a gym: the code is for one that is made with it. No id is empty. */
export const NEW_GYM = '';

/** A code that is being used: nobody else can use it. */
export interface HeldCode {
  /** What the code is for. */
  readonly gymId: string;
  /** It made an owner, and is good for nothing any more. */
  use(): void;
  /** It came to nothing, and is good again as it was; @param gymId for this gym from now on. */
  giveBack(gymId?: string): void;
}

export class SetUpCodes {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** Wrong tries that count, by address. */
  readonly #tries: WindowLimiter;
  readonly #byGym = new Map<string, Code>();
  /** Gyms whose first owner is being made. */
  readonly #held = new Set<string>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
    this.#tries = createWindowLimiter({ windows: [{ limit: 1, windowS: TRY_S }], clock });
  }

  /** A new code for a gym; the one before is good for nothing. `1234 5678`. */
  make(gymId: string): string {
    const digits = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    const endsAtMs = this.#clock.monotonicMs() + CODE_MS;
    this.#byGym.set(gymId, { digits, endsAtMs, triesLeft: MAX_TRIES });
    return `${digits.slice(0, 4)} ${digits.slice(4)}`;
  }

  /** Whether a code for a gym is good, or is being used: another one would only end it. */
  isOffered(gymId: string): boolean {
    this.#forget();
    return this.#held.has(gymId) || this.#byGym.has(gymId);
  }

  /**
   * Holds a code until its owner is made; null for a wrong one, which costs every code a try, once a minute for an address.
   *
   * @param from where the try comes from, see `addressGroup`.
   * @param newGymId the gym that is made with it: then a code of a gym that is there is a wrong one, and the other way round.
   */
  hold(text: string, from: string, newGymId: string | null = null): HeldCode | null {
    const digits = digitsOf(text);
    if (digits === null) return null;
    this.#forget();
    for (const [gymId, code] of this.#byGym) {
      if (code.digits === digits && (gymId === NEW_GYM) === (newGymId !== null)) {
        this.#byGym.delete(gymId);
        const ownedId = newGymId ?? gymId;
        this.#held.add(ownedId);
        return {
          gymId,
          use: () => void this.#held.delete(ownedId),
          giveBack: (to = gymId) => {
            this.#held.delete(ownedId);
            // One that was made in the meantime is the newer one.
            if (!this.#byGym.has(to)) this.#byGym.set(to, code);
          },
        };
      }
    }
    if (this.#byGym.size > 0 && this.#tries.take(from).isAllowed) {
      for (const code of this.#byGym.values()) code.triesLeft -= 1;
      this.#forget();
    }
    return null;
  }

  #forget(): void {
    const nowMs = this.#clock.monotonicMs();
    for (const [gymId, { endsAtMs, triesLeft }] of this.#byGym) {
      if (endsAtMs <= nowMs || triesLeft <= 0) this.#byGym.delete(gymId);
    }
  }
}

/** The digits of what looks like a code, as people type it; null for what does not. */
function digitsOf(text: string): string | null {
  const bare = text.replace(/[\s-]/g, '');
  return bare.length === DIGITS && /^\d+$/.test(bare) ? bare : null;
}
