/**
 * The lookups of every key, spent from memory and never twice.
 *
 *     store   taken ████████████████████████░░░░░░  limit      on the disk before anything of it is spent
 *     memory  used  █████████████████████ ▒▒▒ spare            leased, not spent yet
 *
 * used = taken − spare. What a crash leaves is `taken`: the spare of at most one lease is lost, nothing is given twice.
 * Keys without a limit are only counted: their spare goes below zero and is added to the store from time to time.
 */

import type { Log } from '../../runtime/log/log.ts';
import type { AccessStore, StoredKey } from '../history/access/access-store.ts';

/** Lookups of one lease: what a crash may cost the user of a key (docs/access.md#lookups). */
export const LEASE_LOOKUPS = 5;

interface Account {
  readonly id: string;
  readonly limit: number | null;
  /** As the store has it, as of the last answer of it. */
  taken: number;
  /** Leased and not spent; below zero for what is spent without a limit and not added to the store yet. */
  spare: number;
  /** What is under way at the store for this key: one thing at a time, so that `taken` is always what it says. */
  work: Promise<void> | null;
}

export interface LookupsOptions {
  readonly store: Pick<AccessStore, 'leaseLookups' | 'settleLookups'>;
  readonly log: Log;
  /** Lookups of one lease; fewer where several nodes lease, so that a crash of all costs no more. */
  readonly leaseLookups?: number;
}

export class Lookups {
  readonly #store: LookupsOptions['store'];
  readonly #log: Log;
  readonly #leaseLookups: number;
  readonly #accounts = new Map<string, Account>();

  constructor({ store, log, leaseLookups = LEASE_LOOKUPS }: LookupsOptions) {
    this.#leaseLookups = leaseLookups;
    this.#store = store;
    this.#log = log;
  }

  add({ id, lookupLimit, lookupsTaken }: Pick<StoredKey, 'id' | 'lookupLimit' | 'lookupsTaken'>) {
    this.#accounts.set(id, { id, limit: lookupLimit, taken: lookupsTaken, spare: 0, work: null });
  }

  /** Takes over what others have leased, or given back, of a key of which nothing is leased here. */
  refresh({ id, lookupsTaken }: Pick<StoredKey, 'id' | 'lookupsTaken'>): void {
    const account = this.#accounts.get(id);
    if (account !== undefined && account.work === null && account.spare === 0) {
      account.taken = lookupsTaken;
    }
  }

  /** See `Access.spend`. A promise only where the store must be asked; it rejects with `data_unusable`. */
  spend(id: string): boolean | Promise<boolean> {
    const account = this.#accounts.get(id);
    if (account === undefined) return false;
    const { limit, taken, spare, work } = account;
    if (limit === null || spare > 0) {
      account.spare -= 1;
      return true;
    }
    return work === null && taken >= limit ? false : this.#spendLater(account, limit);
  }

  giveBack(id: string): void {
    const account = this.#accounts.get(id);
    if (account === undefined || account.taken - account.spare <= 0) return;
    account.spare += 1;
    // Never more at stake than one lease.
    if (account.spare > LEASE_LOOKUPS && account.work === null) void this.#settle([account]);
  }

  /** Null is without limit, and for a key that is not known. */
  left(id: string): number | null {
    const account = this.#accounts.get(id);
    if (account === undefined || account.limit === null) return null;
    return account.limit - account.taken + account.spare;
  }

  used(id: string): number {
    const account = this.#accounts.get(id);
    return account === undefined ? 0 : account.taken - account.spare;
  }

  /** Stores what was spent, and gives back what was leased and not spent. Never rejects: a failure is logged. */
  async settle(): Promise<void> {
    const accounts = [...this.#accounts.values()];
    // A lease that fails is told to anyone who waits to spend from it.
    await Promise.allSettled(accounts.flatMap(({ work }) => work ?? []));
    await this.#settle(accounts.filter(({ spare, work }) => spare !== 0 && work === null));
  }

  /** All who wait share one lease; who finds it spent waits for the next. */
  async #spendLater(account: Account, limit: number): Promise<boolean> {
    while (account.spare <= 0) {
      if (account.work !== null) await account.work;
      else if (account.taken >= limit) return false;
      else await this.#lease(account);
    }
    account.spare -= 1;
    return true;
  }

  #lease(account: Account): Promise<void> {
    const lease = async () => {
      try {
        const { taken, leased } = await this.#store.leaseLookups(account.id, this.#leaseLookups);
        account.spare += leased ?? taken - account.taken;
        account.taken = taken;
      } finally {
        account.work = null;
      }
    };
    account.work = lease();
    return account.work;
  }

  #settle(accounts: readonly Account[]): Promise<void> {
    if (accounts.length === 0) return Promise.resolve();
    const changes = accounts.map((account) => ({ account, id: account.id, by: -account.spare }));
    const work = this.#store
      .settleLookups(changes.map(({ id, by }) => ({ id, by })))
      .then(() => {
        for (const { account, by } of changes) account.taken += by;
      })
      .catch((error: unknown) => {
        this.#log.error('lookups_not_settled', { keys: changes.length, error });
        // Whether it was stored is not certain: a spare is lost rather than given twice, a count is tried again.
        for (const { account, by } of changes) {
          if (account.limit === null) account.spare -= by;
        }
      })
      .finally(() => {
        for (const { account } of changes) account.work = null;
      });
    for (const { account } of changes) {
      account.spare = 0;
      account.work = work;
    }
    return work;
  }
}
