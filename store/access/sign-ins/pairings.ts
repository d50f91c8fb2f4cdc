/**
 * Screens that wait to be let in (the flow of RFC 8628): the screen shows a code, an owner types it somewhere else, and the
 * screen, which alone holds the secret, comes in. In memory only.
 */

import { randomInt } from 'node:crypto';
import type { Clock } from '../../../runtime/clock.ts';
import { hashOf, randomLetters } from '../secret.ts';

/** Letters that make no words and are not mistaken for each other (RFC 8628 section 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE_LETTERS = 8;
const SECRET_LETTERS = 32;
/** Source: docs/access.md#sign-ins-of-browsers. */
const CODE_MS = 15 * 60_000;
/** Screens that wait at a time; the oldest goes first. Chosen here: more than any gym has, and no memory for a flood. */
const MAX_WAITING = 200;

/** What an owner said of a screen. */
export interface Agreed {
  readonly gymId: string;
  /** What the screen is called in lists. */
  readonly label: string;
  /** Id of the owner's key, or `command line`. */
  readonly by: string;
}

interface Waiting {
  readonly code: string;
  readonly endsAtMs: number;
  agreed: Agreed | null;
}

export type PairingState =
  | { readonly kind: 'waiting'; readonly code: string; readonly leftS: number }
  | { readonly kind: 'agreed'; readonly agreed: Agreed }
  | { readonly kind: 'unknown' };

export class Pairings {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** By the hash of the screen's secret, oldest first. */
  readonly #waiting = new Map<string, Waiting>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** A screen begins to wait. */
  begin(): { readonly secret: string; readonly code: string } {
    this.#forget();
    for (const [hash] of this.#waiting) {
      if (this.#waiting.size < MAX_WAITING) break;
      this.#waiting.delete(hash);
    }
    const secret = randomLetters(SECRET_LETTERS);
    const code = newCode();
    const endsAtMs = this.#clock.monotonicMs() + CODE_MS;
    this.#waiting.set(hashOf(secret), { code, endsAtMs, agreed: null });
    return { secret, code };
  }

  look(secret: string): PairingState {
    this.#forget();
    const waiting = this.#waiting.get(hashOf(secret));
    if (waiting === undefined) return { kind: 'unknown' };
    const { code, endsAtMs, agreed } = waiting;
    const leftS = Math.ceil((endsAtMs - this.#clock.monotonicMs()) / 1_000);
    return agreed === null ? { kind: 'waiting', code, leftS } : { kind: 'agreed', agreed };
  }

  /** An owner lets the screen in that shows `code`. False where none does. */
  agree(code: string, agreed: Agreed): boolean {
    this.#forget();
    const wanted = code.toUpperCase().replace(/[^A-Z]/g, '');
    const found = [...this.#waiting.values()].find((one) => one.code.replace('-', '') === wanted);
    if (found === undefined || found.agreed !== null) return false;
    found.agreed = agreed;
    return true;
  }

  /** What was agreed for the screen, once. */
  claim(secret: string): Agreed | null {
    const state = this.look(secret);
    if (state.kind !== 'agreed') return null;
    this.#waiting.delete(hashOf(secret));
    return state.agreed;
  }

  #forget(): void {
    const nowMs = this.#clock.monotonicMs();
    for (const [hash, { endsAtMs }] of this.#waiting) {
      if (endsAtMs <= nowMs) this.#waiting.delete(hash);
    }
  }
}

/** `BCDF-GHJK`: 34 bits. */
function newCode(): string {
  const letters = Array.from({ length: CODE_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]);
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}
