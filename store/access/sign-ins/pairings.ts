/**
 * Screens that wait to be let in (the flow of RFC 8628): the screen shows a code, an owner types it somewhere else, and the
 * screen, which alone holds the secret, comes in.
 */

import { randomInt } from 'node:crypto';
import type { Clock } from '../../../runtime/clock.ts';
import type { Credentials } from '../credentials.ts';
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
  readonly agreed: Agreed | null;
}

export type PairingState =
  | { readonly kind: 'waiting'; readonly code: string; readonly leftS: number }
  | { readonly kind: 'agreed'; readonly agreed: Agreed }
  | { readonly kind: 'unknown' };

export class Pairings {
  readonly #credentials: Credentials;
  readonly #clock: Pick<Clock, 'monotonicMs'>;

  constructor(credentials: Credentials, clock: Pick<Clock, 'monotonicMs'>) {
    this.#credentials = credentials;
    this.#clock = clock;
  }

  /** A screen begins to wait. */
  begin(): { readonly secret: string; readonly code: string } {
    const waiting = this.#credentials.of('pairing');
    for (const { hash } of waiting.slice(0, Math.max(0, waiting.length - MAX_WAITING + 1))) {
      this.#credentials.drop(hash);
    }
    const secret = randomLetters(SECRET_LETTERS);
    const code = newCode();
    const expires = this.#clock.monotonicMs() + CODE_MS;
    const data: Waiting = { code, agreed: null };
    const about = { kind: 'pairing', key: '', expires, used: 0, data } as const;
    this.#credentials.put({ hash: hashOf(secret), ...about });
    return { secret, code };
  }

  look(secret: string): PairingState {
    const row = this.#credentials.find<Waiting>('pairing', hashOf(secret));
    if (row === null) return { kind: 'unknown' };
    const { code, agreed } = row.data;
    const leftS = Math.ceil(((row.expires ?? 0) - this.#clock.monotonicMs()) / 1_000);
    return agreed === null ? { kind: 'waiting', code, leftS } : { kind: 'agreed', agreed };
  }

  /** An owner lets the screen in that shows `code`. False where none does. */
  agree(code: string, agreed: Agreed): boolean {
    const wanted = code.toUpperCase().replace(/[^A-Z]/g, '');
    const row = this.#credentials
      .of<Waiting>('pairing')
      .find(({ data }) => data.code.replace('-', '') === wanted);
    if (row === undefined || row.data.agreed !== null) return false;
    this.#credentials.put({ ...row, data: { ...row.data, agreed } });
    return true;
  }

  /** What was agreed for the screen, once. */
  claim(secret: string): Agreed | null {
    const state = this.look(secret);
    if (state.kind !== 'agreed') return null;
    this.#credentials.drop(hashOf(secret));
    return state.agreed;
  }
}

/** `BCDF-GHJK`: 34 bits. */
function newCode(): string {
  const letters = Array.from({ length: CODE_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]);
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}
