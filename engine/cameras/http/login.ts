/** One user of one camera over HTTP: which challenge is answered, with which nonce, used how often. */

import { randomBytes } from 'node:crypto';
import { digestAnswer, digestRank } from '../digest.ts';
import { type Challenge, parseChallenges } from './challenge.ts';

export class HttpLogin {
  readonly #user: string;
  readonly #password: string;
  #challenge: Challenge | null = null;
  #cnonce = '';
  #count = 0;

  constructor(user: string, password: string) {
    this.#user = user;
    this.#password = password;
  }

  /** The login in an address, its percent-encoding undone; null where it has none. */
  static from({ username, password }: URL): HttpLogin | null {
    return username === '' && password === ''
      ? null
      : new HttpLogin(decoded(username), decoded(password));
  }

  /** The value of `Authorization` for a request; null until a camera has asked. Counts the use of the nonce. */
  header(method: string, uri: string): string | null {
    if (this.#challenge === null) {
      return null;
    }
    if (this.#challenge.scheme === 'basic') {
      const pair = Buffer.from(`${this.#user}:${this.#password}`, 'utf8');
      return `Basic ${pair.toString('base64')}`;
    }
    this.#count += 1;
    const answer = digestAnswer(this.#challenge, {
      user: this.#user,
      password: this.#password,
      method,
      uri,
      cnonce: this.#cnonce,
      count: this.#count,
    });
    // Header values are bytes to Node: letters beyond ASCII go out as UTF-8.
    return Buffer.from(answer, 'utf8').toString('latin1');
  }

  /**
   * Takes the challenges of a 401. The strongest digest wins, basic is the last choice.
   *
   * @returns whether to ask again: a first challenge, or one that calls our nonce stale. Otherwise the camera has
   *   refused this user and password.
   */
  learn(headers: readonly string[]): boolean {
    const strongest = pick(parseChallenges(headers));
    if (strongest === null) {
      return false;
    }
    const isFirst = this.#challenge === null;
    const isStale = strongest.parameters.get('stale')?.toLowerCase() === 'true';
    this.#take(strongest);
    return isFirst || isStale;
  }

  /** Takes the nonce that an `Authentication-Info` header offers for the next request (RFC 7616, 3.5). */
  noteInfo(header: string): void {
    const next = parseChallenges([`digest ${header}`])[0]?.parameters.get('nextnonce');
    if (next !== undefined && this.#challenge !== null) {
      const parameters = new Map(this.#challenge.parameters).set('nonce', next);
      this.#take({ ...this.#challenge, parameters });
    }
  }

  #take(challenge: Challenge): void {
    this.#challenge = challenge;
    this.#cnonce = randomBytes(16).toString('hex');
    this.#count = 0;
  }
}

function pick(challenges: readonly Challenge[]): Challenge | null {
  let best: Challenge | null = null;
  let bestRank = Number.POSITIVE_INFINITY;
  for (const challenge of challenges) {
    const rank = rankOf(challenge);
    if (rank < bestRank) {
      best = challenge;
      bestRank = rank;
    }
  }
  return best;
}

function rankOf(challenge: Challenge): number {
  if (challenge.scheme === 'digest') {
    return digestRank(challenge) ?? Number.POSITIVE_INFINITY;
  }
  return challenge.scheme === 'basic' ? Number.MAX_SAFE_INTEGER : Number.POSITIVE_INFINITY;
}

/** A stray percent sign is left as it is: people paste passwords as they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
