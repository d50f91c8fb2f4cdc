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
  /** What is being written. */
  underWay: number;
  /** Counted without a limit, and not in the table yet. */
  owed: number;
}

interface Change {
  readonly account: Account;
  readonly by: number;
  /** Gets what the table has counted, above the limit for this once. */
  readonly written: (used: number) => void;
  readonly failed: (error: unknown) => void;
}

type Use = (uses: readonly CredentialUse[]) => Promise<readonly (Credential | null)[]>;

export type Lookups = ReturnType<typeof createLookups>;

export function createLookups(use: Use, log: Log) {
  const accounts = new Map<string, Account>();
  let waiting: Change[] = [];
  let writing: Promise<void> | null = null;
  const usedOf = ({ used, underWay, owed }: Account) => used + underWay + owed;
  const writeAll = async () => {
    do {
      // Whoever comes in the same turn comes along.
      await Promise.resolve();
      const changes = waiting;
      waiting = [];
      const uses = changes.map(({ account: { hash, limit }, by }) => ({ hash, by, most: limit }));
      const rows = await use(uses).catch((error: unknown) => {
        log.error('lookups_not_settled', { keys: changes.length, error });
        // Whether it was stored is not certain: a lookup is lost rather than given twice.
        for (const { failed } of changes) failed(error);
        return null;
      });
      for (const [at, { account, by, written }] of changes.entries()) {
        account.underWay -= by;
        if (rows === null) continue;
        // Of a key that is gone there is nothing left.
        const used = rows[at]?.used ?? Number.MAX_SAFE_INTEGER;
        account.used = Math.min(account.limit ?? used, used);
        written(used);
      }
    } while (waiting.length > 0);
    writing = null;
  };
  const change = (account: Account, by: number) => {
    account.underWay += by;
    const done = new Promise<number>((written, failed) => {
      waiting.push({ account, by, written, failed });
    });
    writing ??= writeAll();
    return done;
  };
  return {
    /** A key as the table has it: a new one, or one that others may have used. */
    set: ({ key, hash, used }: Credential, limit: number | null): void => {
      const account = accounts.get(key);
      if (account === undefined) accounts.set(key, { hash, limit, used, underWay: 0, owed: 0 });
      // While something is under way, what was read may be older than what is known.
      else if (writing === null) account.used = used;
    },
    /** See `Access.spend`. */
    spend: (key: string): boolean | Promise<boolean> => {
      const account = accounts.get(key);
      if (account === undefined) return false;
      const { limit } = account;
      if (limit !== null) {
        return usedOf(account) < limit && change(account, 1).then((used) => used <= limit);
      }
      account.owed += 1;
      return true;
    },
    giveBack: (key: string): void => {
      const account = accounts.get(key);
      if (account === undefined || usedOf(account) <= 0) return;
      if (account.limit === null) account.owed -= 1;
      else change(account, -1).catch(() => undefined);
    },
    /** Null is without limit, and for a key that is not known. */
    left: (key: string): number | null => {
      const account = accounts.get(key);
      return account === undefined || account.limit === null
        ? null
        : account.limit - usedOf(account);
    },
    used: (key: string): number => {
      const account = accounts.get(key);
      return account === undefined ? 0 : usedOf(account);
    },
    /** Puts all counts into the table. Never rejects: a failure is logged, and tried again the next time. */
    settle: async (): Promise<void> => {
      for (const account of accounts.values()) {
        const { owed } = account;
        if (owed === 0) continue;
        account.owed = 0;
        change(account, owed).catch(() => {
          account.owed += owed;
        });
      }
      await writing;
    },
  };
}
