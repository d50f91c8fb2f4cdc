/** All keys in memory, found by what they show, their id and their beginning. */

import { TurnoutError } from '../../errors.ts';
import type { Credential } from '../history/access.ts';
import type { Credentials } from './credentials.ts';
import { type KeyFacts, ROLES } from './key.ts';
import type { Lookups } from './lookups.ts';
import type { Principal } from './principal.ts';
import { Recent } from './recent.ts';
import { createSecret, hashOf, isSecretForm, prefixOf } from './secret.ts';

/** What a key's row holds. */
export type KeyData = Omit<KeyFacts, 'lookupsUsed'>;

/** Keys that were shown lately and are remembered at least, twice as many at most; chosen here: more than ask in a minute. */
const SHOWN = 100;

export class KeyRing {
  readonly #credentials: Credentials;
  readonly #lookups: Lookups;
  /** By id, oldest first; revoked ones too. What is told of each is made once, since every request is told. */
  readonly #facts = new Map<string, KeyFacts>();
  /**
   * Ids of keys that were shown lately, by the secret, as a hash is a twentieth of what an answer costs. In
   * clear, but in memory only, where every key passes anyway, few of them, and for a minute. Only keys that exist: no flood of
   * guesses pushes one out.
   */
  #shown = new Recent<string>(SHOWN);

  /** @param onRevoked is told of each that is revoked, here or at another node. */
  constructor(credentials: Credentials, lookups: Lookups, onRevoked: (id: string) => void) {
    this.#credentials = credentials;
    this.#lookups = lookups;
    credentials.onChange((row) => {
      if (row.kind === 'key' && this.#take(row as Credential<KeyData>)) onRevoked(row.key);
    });
  }

  /** @returns whether it was revoked since. */
  #take(row: Credential<KeyData>): boolean {
    const { id, lookupLimit, revokedUtcMs } = row.data;
    const known = this.#facts.get(id);
    this.#lookups.set(row, lookupLimit);
    // What was read before it was revoked comes too late: a revoked key stays revoked.
    if (known !== undefined && (known.revokedUtcMs !== null || revokedUtcMs === null)) return false;
    this.#facts.set(id, { ...factsOf(row), lookupsUsed: this.#lookups.used(id) });
    return known !== undefined;
  }

  /** Revoked ones too. */
  get(id: string): KeyFacts | null {
    return this.#facts.get(id) ?? null;
  }

  /** Null for a key that is not known, or revoked. */
  principal(id: string | undefined, via: Principal['via'] = 'key'): Principal | null {
    const key = this.#facts.get(id ?? '');
    return key === undefined || key.revokedUtcMs !== null ? null : { key, via };
  }

  /** Null for what is no key, or one that was revoked. */
  find(secret: string): Principal | null {
    const known = this.#shown.get(secret);
    if (known !== undefined) return this.principal(known);
    // What cannot be a key is not worth a hash.
    const row = isSecretForm(secret) ? this.#credentials.find('key', hashOf(secret)) : null;
    if (row !== null) this.#shown.set(secret, row.key);
    return this.principal(row?.key);
  }

  /** Called every minute: no key stays in memory because it was shown once. */
  forgetShown(): void {
    this.#shown = new Recent(SHOWN);
  }

  /** The newest first. O(keys). */
  all(): KeyFacts[] {
    const facts = [...this.#facts.values()].reverse();
    return facts.map((one) => ({ ...one, lookupsUsed: this.#lookups.used(one.id) }));
  }

  /** A secret whose beginning no other key has, so that lists tell keys apart. */
  newSecret(): string {
    const prefixes = new Set(this.all().map(({ prefix }) => prefix));
    let secret = createSecret();
    while (prefixes.has(prefixOf(secret))) secret = createSecret();
    return secret;
  }

  /** A key that is named by its id, its beginning, or itself, as one has it that was found somewhere. Throws `key_unknown`. */
  named(text: string): Credential<KeyData> {
    const hash = isSecretForm(text) ? hashOf(text) : null;
    const found = this.#credentials
      .of<KeyData>('key')
      .find((row) => row.key === text || row.data.prefix === text || row.hash === hash);
    if (found !== undefined) return found;
    throw new TurnoutError('key_unknown', {
      where: 'key',
      expected: 'the id or the first 8 characters of a key',
      // Not what was typed: it may be a key of somewhere else.
      got: 'another text',
      hint: 'list the keys with: turnout key list',
    });
  }
}

/** No getters: every request reads these, and an object with a getter of its own is read slowly. */
export function factsOf({ data, used }: Credential<KeyData>): KeyFacts {
  if (ROLES.includes(data.role)) return { ...data, lookupsUsed: used };
  const parts = { where: 'key', expected: `a role of ${ROLES.join(', ')}`, got: data.role };
  throw new TurnoutError('internal_error', parts);
}
