/**
 * Authorization codes: in memory, for 60 s and one use. A restart forgets them, and the person is asked again. A code that
 * was used is remembered for a while, so that who uses it again is found out.
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../runtime/clock.ts';
import { hashOf, randomLetters } from '../secret.ts';
import type { AskedAuthorization } from './authorization-request.ts';
import { ID_LENGTH, isCode, newCode } from './token.ts';

/** Of a code, ms. RFC 6749 section 4.1.2 allows ten minutes; a redirect takes a second. */
export const CODE_MS = 60_000;
/** How long a used code is recognised, ms: chosen here, as long as RFC 6749 would let one live. */
export const REMEMBERED_MS = 10 * 60_000;
/** Codes that are remembered, used or not; the oldest goes first. Chosen here: no memory for anyone who clicks on and on. */
const MAX_CODES = 5_000;

/** What a code stands for. */
export interface Agreed {
  readonly asked: AskedAuthorization;
  readonly keyId: string;
  /** Id of the family that the code begins. */
  readonly familyId: string;
}

interface Entry {
  readonly agreed: Agreed;
  readonly madeAtMs: number;
  isUsed: boolean;
}

/** `used`: it was presented before, and what it began must end. */
export type Redeemed =
  | { readonly kind: 'fresh'; readonly agreed: Agreed }
  | { readonly kind: 'used'; readonly familyId: string }
  | { readonly kind: 'unknown' };

export interface Codes {
  issue(asked: AskedAuthorization, keyId: string): string | Promise<string>;
  /** Uses up a code, whatever comes of it. */
  redeem(code: string): Redeemed | Promise<Redeemed>;
}

export class CodeBook implements Codes {
  readonly #clock: Clock;
  /** By hash, the oldest first. */
  readonly #entries = new Map<string, Entry>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  issue(asked: AskedAuthorization, keyId: string): string {
    const madeAtMs = this.#clock.monotonicMs();
    for (const [hash, entry] of this.#entries) {
      if (madeAtMs - entry.madeAtMs < REMEMBERED_MS && this.#entries.size < MAX_CODES) break;
      this.#entries.delete(hash);
    }
    const code = newCode();
    const agreed = { asked, keyId, familyId: randomLetters(ID_LENGTH) };
    this.#entries.set(hashOf(code), { agreed, madeAtMs, isUsed: false });
    return code;
  }

  /** Uses up a code, whatever comes of it. */
  redeem(code: string): Redeemed {
    const entry = isCode(code) ? this.#entries.get(hashOf(code)) : undefined;
    if (entry === undefined) return { kind: 'unknown' };
    if (entry.isUsed) return { kind: 'used', familyId: entry.agreed.familyId };
    entry.isUsed = true;
    return this.#clock.monotonicMs() - entry.madeAtMs < CODE_MS
      ? { kind: 'fresh', agreed: entry.agreed }
      : { kind: 'unknown' };
  }
}

/** Whether `verifier` is well-formed and the one whose SHA-256 is `challenge` (RFC 7636 section 4.6). */
export function isVerifier(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const made = createHash('sha256').update(verifier).digest();
  const told = Buffer.from(challenge, 'base64url');
  return told.length === made.length && timingSafeEqual(made, told);
}
