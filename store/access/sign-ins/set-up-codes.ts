/**
 * Codes by which the first owner of a gym signs in: shown where Turnout was started, typed in a browser. In memory only, for
 * one use. Whoever comes first in a network owns nothing by that.
 */

import { randomInt } from 'node:crypto';
import type { Clock } from '../../../runtime/clock.ts';

/** Source of these: docs/access.md#sign-ins-of-browsers. */
const CODE_MS = 15 * 60_000;
const MAX_TRIES = 5;
const DIGITS = 8;

interface Code {
  readonly digits: string;
  readonly endsAtMs: number;
  triesLeft: number;
}

/** In place of the id of a gym: the code is for one that is made with it. No id is empty. */
export const NEW_GYM = '';

export class SetUpCodes {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #byGym = new Map<string, Code>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** A new code for a gym; the one before is good for nothing. `1234 5678`. */
  make(gymId: string): string {
    const digits = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    const endsAtMs = this.#clock.monotonicMs() + CODE_MS;
    this.#byGym.set(gymId, { digits, endsAtMs, triesLeft: MAX_TRIES });
    return `${digits.slice(0, 4)} ${digits.slice(4)}`;
  }

  /**
   * The gym of a code, which is used up by that; null for a wrong one, which costs every code a try.
   *
   * @param isForNew whether a gym is made with it: then a code of a gym that is there is a wrong one, and the other way round.
   */
  redeem(text: string, isForNew = false): string | null {
    const digits = digitsOf(text);
    if (digits === null) return null;
    this.#forget();
    for (const [gymId, code] of this.#byGym) {
      if (code.digits === digits && (gymId === NEW_GYM) === isForNew) {
        this.#byGym.delete(gymId);
        return gymId;
      }
    }
    for (const code of this.#byGym.values()) code.triesLeft -= 1;
    this.#forget();
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
