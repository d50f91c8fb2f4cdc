/** One user of one camera over HTTP: which challenge is answered, with which nonce, used how often. */

import { createHash, randomBytes } from 'node:crypto';

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
    const isNone = username === '' && password === '';
    return isNone ? null : new HttpLogin(decoded(username), decoded(password));
  }

  /** The value of `Authorization` for a request; null until a camera has asked. Counts the use of the nonce. */
  header(method: string, uri: string): string | null {
    if (this.#challenge === null) return null;
    const [user, password, cnonce] = [this.#user, this.#password, this.#cnonce];
    if (this.#challenge.scheme === 'basic') {
      return `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;
    }
    this.#count += 1;
    const use = { user, password, method, uri, cnonce, count: this.#count };
    // Header values are bytes to Node: letters beyond ASCII go out as UTF-8.
    return Buffer.from(digestAnswer(this.#challenge, use), 'utf8').toString('latin1');
  }

  /**
   * Takes the challenges of a 401. The strongest digest wins, basic is the last choice.
   *
   * @returns whether to ask again: a first challenge, or one that calls our nonce stale. Otherwise the camera has
   *   refused this user and password.
   */
  learn(headers: readonly string[]): boolean {
    const ranked = parseChallenges(headers).sort((one, other) => rankOf(one) - rankOf(other));
    const [strongest] = ranked;
    if (strongest === undefined || rankOf(strongest) > BASIC) return false;
    const isFirst = this.#challenge === null;
    const isStale = strongest.parameters.get('stale')?.toLowerCase() === 'true';
    this.#challenge = strongest;
    this.#cnonce = randomBytes(16).toString('hex');
    this.#count = 0;
    return isFirst || isStale;
  }
}

/** Percent-encoding undone; a text with a stray percent sign stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `WWW-Authenticate` taken apart: RFC 9110, 11.6.1. Several challenges may stand in one header or in several. */
export type Challenge = ReturnType<typeof parseChallenges>[number];

/** A parameter (`name=value` or `name="quoted \" value"`), or the name of a scheme. */
const PIECE = /([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+)))?/g;

/** The challenges of all headers, in order. What is not understood is left out. */
export function parseChallenges(headers: readonly string[]) {
  return headers.flatMap((header) => {
    // Schemes and names are in lower case: `basic`, `digest`.
    const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
    for (const [, name = '', quoted, bare] of header.matchAll(PIECE)) {
      const key = name.toLowerCase();
      const value = quoted?.replace(/\\(.)/g, '$1') ?? bare;
      if (value === undefined) challenges.push({ scheme: key, parameters: new Map() });
      else challenges.at(-1)?.parameters.set(key, value);
    }
    return challenges;
  });
}

/**
 * The answer to a digest challenge: RFC 7616, tested with its own examples. Pure: the caller keeps nonces and counts.
 * No library: the small ones know MD5 only.
 */

/** Hashes by the names of RFC 7616, strongest first; `-sess` variants are the same hash. */
const HASHES: ReadonlyMap<string, string> = new Map([
  ['sha-512-256', 'sha512-256'],
  ['sha-256', 'sha256'],
  ['md5', 'md5'],
]);

/** Rank of the scheme that gives the password away, behind those of all hashes. What is above it cannot be answered. */
const BASIC = HASHES.size;

/**
 * `uri` is the target of the request line: path and query. `cnonce` is random, new for each nonce, and `count` how often
 * the nonce has been used, this time included: 1 and up.
 */
type DigestInput = Readonly<Record<'user' | 'password' | 'method' | 'uri' | 'cnonce', string>> & {
  readonly count: number;
};

/** Place of a challenge among those that can be answered, 0 the strongest. */
export function rankOf({ scheme, parameters }: Challenge): number {
  if (scheme === 'basic') return BASIC;
  const rank = [...HASHES.keys()].indexOf(hashName(parameters));
  const offered = parameters.get('qop')?.toLowerCase().split(',') ?? ['auth'];
  const hasAuth = offered.some((option) => option.trim() === 'auth');
  const isAnswerable = scheme === 'digest' && rank >= 0 && hasAuth && parameters.has('nonce');
  return isAnswerable ? rank : BASIC + 1;
}

/** The value of the `Authorization` header for a digest that has a {@link rankOf} below that of basic. */
export function digestAnswer({ parameters }: Challenge, input: DigestInput): string {
  const { user, password, method, uri, cnonce, count } = input;
  const known = HASHES.get(hashName(parameters)) ?? 'md5';
  const hash = (text: string) => createHash(known).update(text, 'utf8').digest('hex');
  const algorithm = parameters.get('algorithm') ?? '';
  const [realm, nonce] = [parameters.get('realm') ?? '', parameters.get('nonce') ?? ''];
  const nc = count.toString(16).padStart(8, '0');
  const isSession = algorithm.toLowerCase().endsWith('-sess');
  const secret = hash(`${user}:${realm}:${password}`);
  const ha1 = isSession ? hash(`${secret}:${nonce}:${cnonce}`) : secret;
  const ha2 = hash(`${method}:${uri}`);
  // Without qop: the older way of RFC 2069, which RFC 7616 still allows for.
  const hasQop = parameters.has('qop');
  const proof = hasQop ? `${ha1}:${nonce}:${nc}:${cnonce}:auth:${ha2}` : `${ha1}:${nonce}:${ha2}`;
  const opaque = parameters.get('opaque');
  const fields = [
    `username=${quote(user)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(uri)}`,
    // Not said where it was not asked for: old cameras know no such word.
    ...(algorithm === '' ? [] : [`algorithm=${algorithm}`]),
    `response=${quote(hash(proof))}`,
    ...(hasQop ? ['qop=auth', `nc=${nc}`] : []),
    ...(hasQop || isSession ? [`cnonce=${quote(cnonce)}`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
  ];
  return `Digest ${fields.join(', ')}`;
}

function hashName(parameters: Challenge['parameters']): string {
  return (parameters.get('algorithm') ?? 'md5').toLowerCase().replace(/-sess$/, '');
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
