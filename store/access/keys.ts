/** All keys in memory, found by what they show, their id and their beginning; and the lookups of each. */

import { TurnoutError } from '../../errors.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { Credential, CredentialUse } from '../history/access.ts';
import type { Credentials } from './credentials.ts';
import { createSecret, hashOf, isSecretForm, type KeyFacts, prefixOf, ROLES } from './key.ts';
import { Recent } from './limits.ts';
import type { Principal } from './sign-ins.ts';

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

interface Account {
  readonly hash: string;
  readonly limit: number | null;
  /** As the table has it. */
  used: number;
  /** Counted without a limit, or given back (below zero), and not in the table yet. */
  owed: number;
  /** What of that is being written. */
  underWay: number;
  /** Who waits for a lookup, the first to come first. */
  waiting: Waiting[];
}

interface Waiting {
  readonly given: (isGiven: boolean) => void;
  readonly failed: (error: unknown) => void;
}

/** What one transaction writes of an account. */
interface Change extends Pick<Account, 'owed' | 'waiting'> {
  readonly account: Account;
}

type Use = (uses: readonly CredentialUse[]) => Promise<readonly (Credential | null)[]>;

/**
 * The lookups of every key. One of a key with a limit is in the table before it is given: those that arrive together, and those
 * that arrive while a transaction is under way, share the next one. So none is given twice, and a crash costs what was under
 * way. Keys without a limit are only counted, and their counts are added to the table from time to time.
 */
export class Lookups {
  readonly #use: Use;
  readonly #log: Log;
  readonly #accounts = new Map<string, Account>();
  /** Of which the table does not have all yet. */
  readonly #changed = new Set<Account>();
  #writing: Promise<void> | null = null;

  constructor(use: Use, log: Log) {
    this.#use = use;
    this.#log = log;
  }

  /** A key as the table has it: a new one, or one that others may have used. */
  set({ key, hash, used }: Credential, limit: number | null): void {
    const account = this.#accounts.get(key);
    if (account === undefined) {
      this.#accounts.set(key, { hash, limit, used, owed: 0, underWay: 0, waiting: [] });
    }
    // While something is under way, what was read may be older than what is known.
    else if (this.#writing === null) account.used = used;
  }

  /** See `Access.spend`. */
  spend(key: string): boolean | Promise<boolean> {
    const account = this.#accounts.get(key);
    if (account === undefined) return false;
    const { limit, waiting } = account;
    if (limit !== null && usedOf(account) >= limit) return false;
    this.#changed.add(account);
    if (limit === null) {
      account.owed += 1;
      return true;
    }
    this.#write();
    return new Promise((given, failed) => void waiting.push({ given, failed }));
  }

  giveBack(key: string): void {
    const account = this.#accounts.get(key);
    if (account === undefined || usedOf(account) <= 0) return;
    account.owed -= 1;
    this.#changed.add(account);
    if (account.limit !== null) this.#write();
  }

  /** Null is without limit, and for a key that is not known. */
  left(key: string): number | null {
    const account = this.#accounts.get(key);
    if (account === undefined || account.limit === null) return null;
    return account.limit - usedOf(account);
  }

  used(key: string): number {
    const account = this.#accounts.get(key);
    return account === undefined ? 0 : usedOf(account);
  }

  /** Puts all counts into the table. Never rejects: a failure is logged. */
  async settle(): Promise<void> {
    await this.#writing;
    this.#write();
    await this.#writing;
  }

  #write(): void {
    this.#writing ??= this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    do {
      // Whoever comes in the same turn comes along.
      await Promise.resolve();
      const changes = [...this.#changed].map((account): Change => {
        const { owed, waiting } = account;
        account.owed = 0;
        account.underWay = owed;
        account.waiting = [];
        return { account, owed, waiting };
      });
      this.#changed.clear();
      if (changes.length > 0) await this.#writeOnce(changes);
    } while ([...this.#changed].some(({ limit }) => limit !== null));
    // At once: whoever comes after this look begins the next.
    this.#writing = null;
  }

  async #writeOnce(changes: readonly Change[]): Promise<void> {
    const uses = changes.map(({ account: { hash, limit }, owed, waiting }) => {
      return { hash, by: waiting.length + owed, most: limit };
    });
    try {
      const rows = await this.#use(uses);
      for (const [at, change] of changes.entries()) settle(change, rows[at]?.used);
    } catch (error) {
      for (const { account, owed, waiting } of changes) {
        account.underWay = 0;
        // Whether it was stored is not certain: one is lost rather than given twice, a count is tried again.
        if (account.limit === null) {
          account.owed += owed;
          this.#changed.add(account);
        }
        for (const { failed } of waiting) failed(error);
      }
      this.#log.error('lookups_not_settled', { keys: changes.length, error });
    }
  }
}

function usedOf({ used, underWay, owed }: Account): number {
  return used + underWay + owed;
}

/** @param used what the table had counted, above the limit for this once; undefined for a key that is gone. */
function settle({ account, waiting }: Change, used = Number.MAX_SAFE_INTEGER): void {
  const limit = account.limit ?? used;
  account.used = Math.min(limit, used);
  account.underWay = 0;
  // There is nothing left for the last to come.
  const given = waiting.length - Math.max(0, used - limit);
  for (const [place, one] of waiting.entries()) one.given(place < given);
}
