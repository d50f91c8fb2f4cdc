/**
 * The lookups of every key. One of a key with a limit is in the table before it is given: those that arrive together, and those
 * that arrive while a transaction is under way, share the next one. So none is given twice, and a crash costs what was under
 * way. Keys without a limit are only counted, and their counts are added to the table from time to time.
 */

import type { Log } from '../../runtime/log/log.ts';
import type { Credential, CredentialUse } from '../history/access.ts';

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
