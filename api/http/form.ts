/** Forms: their bodies (`application/x-www-form-urlencoded`, each field once), and the tokens that they carry. */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../runtime/clock.ts';

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** How much a form may be unless said; chosen here: an authorization request with its longest address fits several times. */
const MOST = { fields: 32, bytes: 16 * 1024 };

/** The media type of a request's body in lower case, without parameters; null where none is told. */
export function mediaTypeOf(headers: ReadonlyMap<string, string>): string | null {
  const told = headers.get('content-type');
  return told === undefined ? null : (told.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** The fields of a form; null where it is too large, has too many fields, or one twice: two readers could differ. */
export function parseForm(body: Buffer, most = MOST): ReadonlyMap<string, string> | null {
  if (body.length > most.bytes) return null;
  const fields = [...new URLSearchParams(body.toString('utf8'))];
  const byName = new Map(fields);
  return fields.length <= most.fields && byName.size === fields.length ? byName : null;
}

/** How long a form may be open, ms; chosen here: time to fetch a key from a password manager. */
export const FORM_TOKEN_MS = 10 * 60_000;

/**
 * Tokens in forms, without a session: each says by our signature that we gave out the form, for what, and that it is not
 * old. It does not say to whom: a form that acts must also be refused from foreign pages (`isFromForeignPage`).
 */
export class FormTokens {
  readonly #nowMs: () => number;
  readonly #secret: Buffer;

  /**
   * @param shared A secret of several processes, whose forms may be sent to each of them. Without it each process has its own,
   * and a restart makes every open form old.
   */
  constructor(clock: Pick<Clock, 'nowUtcMs' | 'monotonicMs'>, shared?: Buffer) {
    this.#secret = shared ?? randomBytes(32);
    this.#nowMs = shared === undefined ? () => clock.monotonicMs() : () => clock.nowUtcMs();
  }

  /** A token for a form about `subject`: any text that says all of what the form will do. */
  issue(subject: string): string {
    const endsAtMs = Math.round(this.#nowMs() + FORM_TOKEN_MS).toString(36);
    return `${endsAtMs}.${this.#sign(endsAtMs, subject).toString('base64url')}`;
  }

  /** Whether `token` was issued for exactly this subject, and not too long ago. */
  isValid(token: string, subject: string): boolean {
    const [, endsAtMs, signature] = /^([0-9a-z]{1,12})\.([\w-]{43})$/.exec(token) ?? [];
    if (endsAtMs === undefined || signature === undefined) return false;
    const isOurs = timingSafeEqual(
      this.#sign(endsAtMs, subject),
      Buffer.from(signature, 'base64url'),
    );
    return isOurs && this.#nowMs() < Number.parseInt(endsAtMs, 36);
  }

  #sign(endsAtMs: string, subject: string): Buffer {
    return createHmac('sha256', this.#secret).update(`${endsAtMs}\n${subject}`).digest();
  }
}
