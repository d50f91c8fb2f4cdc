/** All keys of the installation in memory, found by their hash, their id and their beginning. */

import { TurnoutError } from '../../errors.ts';
import type { StoredKey } from '../history/access/access-store.ts';
import { type KeyFacts, ROLES, type Role } from './key.ts';
import type { Lookups } from './lookups.ts';
import { Recent } from './recent.ts';
import { createSecret, hashOf, isSecretForm, prefixOf } from './secret.ts';

interface Entry {
  readonly stored: StoredKey;
  readonly role: Role;
  revokedUtcMs: number | null;
  /** What is told of it: made once, since every request is told. */
  facts: KeyFacts;
}

/** Keys that were shown lately and are remembered at least, twice as many at most; chosen here: more than ask in a minute. */
const SHOWN = 100;

export class KeyRing {
  readonly #byHash = new Map<string, Entry>();
  readonly #byId = new Map<string, Entry>();
  readonly #byPrefix = new Map<string, Entry>();
  /**
   * Keys that were shown lately, as a hash is a twentieth of what an answer costs. In clear, but in memory only, where every
   * key passes anyway, few of them, and never longer than {@link forgetShown} lets them. Only keys that exist: no flood of
   * guesses pushes one out.
   */
  #shown = new Recent<Entry>(SHOWN);
  readonly #lookups: Lookups;

  constructor(lookups: Lookups) {
    this.#lookups = lookups;
  }

  add(stored: StoredKey): KeyFacts {
    const { role, revokedUtcMs } = stored;
    if (!isRole(role)) {
      const parts = { where: 'key', expected: `a role of ${ROLES.join(', ')}`, got: role };
      throw new TurnoutError('internal_error', parts);
    }
    this.#lookups.add(stored);
    const facts = this.#factsOf({ stored, role, revokedUtcMs });
    const entry = { stored, role, revokedUtcMs, facts };
    this.#byHash.set(stored.hash, entry);
    this.#byId.set(stored.id, entry);
    this.#byPrefix.set(stored.prefix, entry);
    return facts;
  }

  /** Takes over a key as it is stored now: one that others made, spent from or revoked. @returns whether it was revoked since. */
  refresh(stored: StoredKey): boolean {
    const entry = this.#byId.get(stored.id);
    if (entry === undefined) {
      this.add(stored);
      return false;
    }
    this.#lookups.refresh(stored);
    if (stored.revokedUtcMs === null || entry.revokedUtcMs !== null) return false;
    entry.revokedUtcMs = stored.revokedUtcMs;
    entry.facts = this.#factsOf(entry);
    return true;
  }

  /** Revoked ones too; null for what is no key. */
  bySecret(secret: string): KeyFacts | null {
    const known = this.#shown.get(secret);
    if (known !== undefined) return known.facts;
    // What cannot be a key is not worth a hash.
    const entry = isSecretForm(secret) ? this.#byHash.get(hashOf(secret)) : undefined;
    if (entry !== undefined) this.#shown.set(secret, entry);
    return this.#told(entry);
  }

  /** Called every minute: no key stays in memory because it was shown once. */
  forgetShown(): void {
    this.#shown = new Recent(SHOWN);
  }

  byId(id: string): KeyFacts | null {
    return this.#told(this.#byId.get(id));
  }

  /** The newest first. O(keys). */
  all(): KeyFacts[] {
    const facts = [...this.#byId.values()].reverse().map((entry) => entry.facts);
    return facts.map((one) => ({ ...one, lookupsUsed: this.#lookups.used(one.id) }));
  }

  /** A secret whose beginning no other key has, so that lists tell keys apart. */
  newSecret(): string {
    let secret = createSecret();
    while (this.#byPrefix.has(prefixOf(secret))) secret = createSecret();
    return secret;
  }

  /**
   * Ends a key that is named by its id, its beginning, or itself, as one has it that was found somewhere. A key that was
   * revoked before keeps its time. Throws `key_unknown`.
   */
  revoke(text: string, nowUtcMs: number) {
    const byText = this.#byId.get(text) ?? this.#byPrefix.get(text);
    const entry = byText ?? (isSecretForm(text) ? this.#byHash.get(hashOf(text)) : undefined);
    if (entry === undefined) {
      throw new TurnoutError('key_unknown', {
        where: 'key',
        expected: 'the id or the first 8 characters of a key',
        // Not what was typed: it may be a key of somewhere else.
        got: 'another text',
        hint: 'list the keys with: turnout key list',
      });
    }
    const isNew = entry.revokedUtcMs === null;
    const revokedUtcMs = entry.revokedUtcMs ?? nowUtcMs;
    if (isNew) {
      entry.revokedUtcMs = revokedUtcMs;
      entry.facts = this.#factsOf(entry);
    }
    return { key: entry.facts, revokedUtcMs, isNew };
  }

  #told(entry: Entry | undefined): KeyFacts | null {
    return entry?.facts ?? null;
  }

  /** No getters: every request reads these, and an object with a getter of its own is read slowly. */
  #factsOf({ stored, role, revokedUtcMs }: Omit<Entry, 'facts'>): KeyFacts {
    const { id, prefix, gymId, scope, trainerId, label, lookupLimit, createdUtcMs } = stored;
    return {
      ...(scope === undefined ? {} : { scope }),
      id,
      prefix,
      gymId,
      role,
      trainerId,
      label,
      lookupLimit,
      lookupsUsed: this.#lookups.used(id),
      createdUtcMs,
      revokedUtcMs,
    };
  }
}

function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}
