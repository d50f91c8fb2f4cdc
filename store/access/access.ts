/**
 * Access: keys, and all that hangs on them. One of these for a data folder, or for each node of a head office. All that is
 * asked for each request is answered from memory.
 */

import { TurnoutError } from '../../errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import { createListeners } from '../../runtime/listeners.ts';
import type { Log } from '../../runtime/log/log.ts';
import { createQueue, every } from '../../runtime/timers.ts';
import type { Credential, CredentialUse } from '../history/access.ts';
import type { History } from '../history/history.ts';
import { Credentials, rowOf } from './credentials.ts';
import {
  checkNewKey,
  hashOf,
  isSecretForm,
  type KeyFacts,
  type KeyWorld,
  type NewKey,
  prefixOf,
  randomLetters,
} from './key.ts';
import { Recent } from './limits.ts';
import { createLinks } from './links.ts';
import { createSignIns, type Principal, type SignIns } from './sign-ins.ts';
import { createViewLog } from './view-log.ts';
import { createPairings, createSetUpCodes } from './waiting.ts';

export type Access = Awaited<ReturnType<typeof openAccess>>;

interface AccessOptions {
  readonly history: Pick<History, 'access'> & Pick<KeyWorld, 'classes'>;
  /** The configuration as it is now. */
  readonly config: () => KeyWorld['config'];
  readonly clock: Clock;
  readonly log: Log;
}

type KeyRow = Credential<Omit<KeyFacts, 'lookupsUsed'>>;

/** What was counted goes to the table so often, ms. As often what is over ends, and the keys that were shown are forgotten. */
const FLUSH_MS = 60_000;
/** Keys that were shown lately and are remembered at least, twice as many at most; chosen here: more than ask in a minute. */
const SHOWN = 100;

/** Reads all credentials. Rejects with the database's error when it fails. */
export async function openAccess(options: AccessOptions) {
  const { history, config, clock, log } = options;
  const store = history.access;
  const credentials = new Credentials(store, clock);
  const looks = createViewLog(store, clock, log);
  const lookups = createLookups(store.use, log);
  const revoked = createListeners<[keyId: string]>();
  /** By id, oldest first; revoked ones too. What is told of each is made once, since every request is told. */
  const keys = new Map<string, KeyFacts>();
  /**
   * Ids of keys that were shown lately, by the secret, as a hash is a twentieth of what an answer costs. In clear, but in
   * memory only, where every key passes anyway, and for a minute. Only keys that exist: no flood of guesses pushes one out.
   */
  let shown = new Recent<string>(SHOWN);
  const principal = (keyId: string | undefined, via: Principal['via']): Principal | null => {
    const key = keys.get(keyId ?? '');
    return key === undefined || key.revokedUtcMs !== null ? null : { key, via };
  };
  const principalOf = (keyId: string) => principal(keyId, 'token');
  const all = () =>
    [...keys.values()].reverse().map((key) => ({ ...key, lookupsUsed: lookups.used(key.id) }));
  const revokeKey = async (text: string, by: string): Promise<KeyFacts> => {
    const row = rowNamed(credentials, text);
    const { id, gymId } = row.data;
    const known = keys.get(id)?.revokedUtcMs ?? null;
    const atUtcMs = known ?? clock.nowUtcMs();
    const ended = { ...row, data: { ...row.data, revokedUtcMs: atUtcMs } };
    const note = { atUtcMs, by, kind: 'key_revoked', gymId, subject: id } as const;
    // Refused from here on, whatever the disk does; where it fails, the same again stores it.
    const rows = signIns.endingsOf(id, by);
    await credentials.revoke({ rows, key: { row: ended, note } });
    if (known === null) log.info('key_revoked', { key: id, gym: gymId, by });
    return { ...ended.data, lookupsUsed: lookups.used(id) };
  };
  const signIns: SignIns = createSignIns(credentials, clock, log, (id) => keys.get(id), revokeKey);
  credentials.onChange((row) => {
    if (row.kind !== 'key') return;
    const { data } = row as KeyRow;
    const known = keys.get(data.id);
    lookups.set(row, data.lookupLimit);
    // What was read before it was revoked comes too late: a revoked key stays revoked.
    if (known !== undefined && (known.revokedUtcMs !== null || data.revokedUtcMs === null)) return;
    keys.set(data.id, { ...data, lookupsUsed: lookups.used(data.id) });
    if (known === undefined) return;
    void revoked.tell(data.id);
    // Those that are left are of a key that another node has revoked.
    void signIns.endOfKey(data.id, 'another node');
  });
  await credentials.reread();
  await signIns.flush();
  const closing = new AbortController();
  const onError = (error: unknown) => log.error('credentials_not_swept', { error });
  void every({ periodMs: FLUSH_MS, signal: closing.signal, onError }, async () => {
    // No key stays in memory because it was shown once.
    shown = new Recent(SHOWN);
    await lookups.flush();
    await signIns.flush();
    await credentials.sweep();
  });

  return {
    /** What all of these stand on. Where several processes have one store, what they change is taken over here. */
    credentials,
    /** Who looked at the figures of trainers. */
    looks,
    /** Browsers that signed in. */
    signIns,
    /** Links for spreadsheets and calendars. */
    links: createLinks(credentials, clock, principalOf),
    setUpCodes: createSetUpCodes(credentials, clock),
    /** Screens that wait to be let in. */
    pairings: createPairings(credentials, clock),
    /** The owner of a key (`tk_…`), looked up by its SHA-256; null for one that is unknown or revoked. */
    find: (secret: string): Principal | null => {
      const known = shown.get(secret);
      if (known !== undefined) return principal(known, 'key');
      // What cannot be a key is not worth a hash.
      const row = isSecretForm(secret) ? credentials.find('key', hashOf(secret)) : null;
      if (row !== null) shown.set(secret, row.key);
      return principal(row?.key, 'key');
    },
    /** The key of an id, while it is not revoked: what access tokens are bound to. */
    principalOf,
    /** All keys, newest first, of one gym where it is named; revoked ones too. O(keys). */
    keys: (gymId?: string): readonly KeyFacts[] =>
      all().filter((key) => gymId === undefined || key.gymId === gymId),
    /** The secret is told once, here. Rejects with `gym_unknown`, `unknown_trainer`. */
    createKey: async (wanted: NewKey) => {
      const checked = await checkNewKey(wanted, { config: config(), classes: history.classes });
      const prefixes = new Set(all().map(({ prefix }) => prefix));
      let secret: string;
      // By its beginning lists tell it from others.
      do secret = `tk_${randomLetters(32)}`;
      while (prefixes.has(prefixOf(secret)));
      const { by, gymId, role } = wanted;
      const [id, atUtcMs] = [`key_${randomLetters(16)}`, clock.nowUtcMs()];
      const made = { id, prefix: prefixOf(secret), createdUtcMs: atUtcMs, revokedUtcMs: null };
      const data = { ...checked, ...made };
      const note = { atUtcMs, by, kind: 'key_created', gymId, subject: id } as const;
      await credentials.issue([rowOf('key', secret, { key: id, data })], [note]);
      log.info('key_created', { key: id, gym: gymId, role, by });
      return { secret, key: keys.get(id) ?? { ...data, lookupsUsed: 0 } };
    },
    /** Effective at once. `id` may be the id or the prefix. Rejects with `key_unknown`. */
    revokeKey,
    /** Calls a listener with the id of each key that is revoked from now on, at once. It must not throw. */
    onRevoked: revoked.add,
    /**
     * Spends one lookup of a key; true where it has no limit. The same lookup is never spent twice, also not after a crash.
     * A promise for a key with a limit, until it is stored.
     */
    spend: lookups.spend,
    /** Gives a spent lookup back: the answer was none that is charged. */
    giveBack: lookups.giveBack,
    /** Null is without limit. */
    lookupsLeft: lookups.left,
    /** Stores what was only counted. */
    close: async () => {
      closing.abort();
      await lookups.flush();
      await looks.settled();
      await signIns.flush(0);
    },
  };
}

/** A key that is named by its id, its beginning, or itself, as one has it that was found somewhere. Throws `key_unknown`. */
function rowNamed(credentials: Credentials, text: string): KeyRow {
  const hash = isSecretForm(text) ? hashOf(text) : null;
  const isMeant = (row: KeyRow) =>
    row.key === text || row.data.prefix === text || row.hash === hash;
  const row = credentials.of<KeyRow['data']>('key').find(isMeant);
  if (row !== undefined) return row;
  const expected = 'the id or the first 8 characters of a key';
  const hint = 'list the keys with: turnout key list, or turnout hq key list';
  // Not what was typed: it may be a key of somewhere else.
  throw new TurnoutError('key_unknown', { where: 'key', expected, got: 'another text', hint });
}

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

/** The lookups of one key in one transaction: one statement, however many they are. */
type Together = { readonly hash: string; by: number; readonly most: number | null };

type Use = (uses: readonly CredentialUse[]) => Promise<readonly (Credential | null)[]>;

export type Lookups = ReturnType<typeof createLookups>;

/**
 * The lookups of every key. One of a key with a limit is in the table before it is given: those that arrive together, and those
 * that arrive while a transaction is under way, share the next one. So none is given twice, and a crash costs what was under
 * way. Keys without a limit are only counted, and their counts are added to the table from time to time.
 */
export function createLookups(use: Use, log: Log) {
  const accounts = new Map<string, Account>();
  const inTurn = createQueue();
  /** The transaction that has not begun: whoever comes before it does comes along. */
  let next: { readonly uses: Together[]; readonly rows: ReturnType<Use> } | null = null;
  /** Transactions that have not ended. */
  let open = 0;
  const usedOf = ({ used, underWay, owed }: Account) => used + underWay + owed;
  const begin = () => {
    const uses: Together[] = [];
    const rows = inTurn(() => {
      next = null;
      return use(uses);
    });
    open += 1;
    rows
      .catch((error) => log.error('lookups_not_settled', { keys: uses.length, error }))
      .finally(() => {
        open -= 1;
      });
    return { uses, rows };
  };
  /** @returns what the table has counted up to this one, above the limit for this once. */
  const change = async (account: Account, by: number): Promise<number> => {
    const { hash, limit } = account;
    account.underWay += by;
    next ??= begin();
    const { uses, rows } = next;
    const isSame = (use: Together) => use.hash === hash && use.by > 0 === by > 0;
    const together = uses.find(isSame) ?? { hash, by: 0, most: limit };
    if (together.by === 0) uses.push(together);
    together.by += by;
    const mine = together.by;
    try {
      // Of a key that is gone there is nothing left.
      const used = (await rows)[uses.indexOf(together)]?.used ?? Number.MAX_SAFE_INTEGER;
      account.used = Math.min(limit ?? used, used);
      return used - together.by + mine;
    } finally {
      // Where it failed it is not certain whether it was stored: a lookup is lost rather than given twice.
      account.underWay -= by;
    }
  };
  return {
    /** A key as the table has it: a new one, or one that others may have used. */
    set: ({ key, hash, used }: Credential, limit: number | null): void => {
      const account = accounts.get(key);
      if (account === undefined) accounts.set(key, { hash, limit, used, underWay: 0, owed: 0 });
      // While something is under way, what was read may be older than what is known.
      else if (open === 0) account.used = used;
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
      return account?.limit == null ? null : account.limit - usedOf(account);
    },
    used: (key: string): number => {
      const account = accounts.get(key);
      return account === undefined ? 0 : usedOf(account);
    },
    /** Puts all counts into the table. Never rejects: a failure is logged, and tried again the next time. */
    flush: async (): Promise<void> => {
      const paid = [...accounts.values()].map(async (account) => {
        const { owed } = account;
        account.owed = 0;
        if (owed === 0) return;
        await change(account, owed).catch(() => {
          account.owed += owed;
        });
      });
      await Promise.all(paid);
      await inTurn(async () => undefined);
    },
  };
}
