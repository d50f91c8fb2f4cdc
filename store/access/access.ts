/**
 * Access: keys, and all that hangs on them. One of these for a data folder, or for each node of a head office. All that is
 * asked for each request is answered from memory.
 */

import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import { systemTimers, type Timers } from '../../runtime/timers.ts';
import type { ClassReads } from '../history/classes/reads.ts';
import type { History } from '../history/history.ts';
import { Credentials, rowOf } from './credentials.ts';
import {
  checkNewKey,
  createKeyId,
  type KeyFacts,
  type KeyWorld,
  type NewKey,
  prefixOf,
} from './key.ts';
import { factsOf, type KeyData, KeyRing, Lookups } from './keys.ts';
import { Links } from './links.ts';
import { TrainerLooks } from './looks.ts';
import { SignIns } from './sign-ins.ts';
import { Pairings, SetUpCodes } from './waiting.ts';

export type Access = Awaited<ReturnType<typeof openAccess>>;

export interface AccessOptions {
  readonly history: Pick<History, 'access'> & { readonly classes: Pick<ClassReads, 'trainers'> };
  /** The configuration as it is now. */
  readonly config: () => KeyWorld['config'];
  readonly clock: Clock;
  readonly log: Log;
  readonly timers?: Timers;
}

/** What was counted goes to the table so often, ms. As often what is over ends, and the keys that were shown are forgotten. */
const SETTLE_MS = 60_000;

/** Reads all credentials. Rejects with the database's error when it fails. */
export async function openAccess(options: AccessOptions) {
  const { history, config, clock, log } = options;
  const store = history.access;
  const credentials = new Credentials(store, clock);
  const looks = new TrainerLooks({ store, clock, log });
  const lookups = new Lookups((uses) => store.use(uses), log);
  const revokedListeners: ((keyId: string) => void)[] = [];
  const ring = new KeyRing(credentials, lookups, (id) => {
    for (const listener of revokedListeners) listener(id);
    // Those that are left are of a key that another node has revoked.
    void signIns.endOfKey(id, 'another node');
  });
  const revokeKey = async (text: string, by: string) => {
    const row = ring.named(text);
    const { id, gymId } = row.data;
    const revokedUtcMs = ring.get(id)?.revokedUtcMs ?? null;
    const atUtcMs = revokedUtcMs ?? clock.nowUtcMs();
    const revoked = { ...row, data: { ...row.data, revokedUtcMs: atUtcMs } };
    const note = { atUtcMs, by, kind: 'key_revoked', gymId, subject: id } as const;
    // Refused from here on, whatever the disk does; where it fails, the same again stores it.
    const rows = signIns.endingsOf(id, by);
    await credentials.revoke({ rows, key: { row: revoked, note } });
    if (revokedUtcMs === null) log.info('key_revoked', { key: id, gym: gymId, by });
    return ring.get(id) ?? factsOf(revoked);
  };
  const signIns: SignIns = new SignIns({
    credentials,
    audit: store,
    clock,
    log,
    keyOf: (id) => ring.principal(id)?.key ?? null,
    gymOf: (id) => ring.get(id)?.gymId ?? '',
    revokeKey,
  });
  const principalOf = (keyId: string) => ring.principal(keyId, 'token');
  await credentials.reread();
  await signIns.settle();
  const stopSettling = nowAndThen(options.timers ?? systemTimers, async () => {
    ring.forgetShown();
    await lookups.settle();
    await signIns.settle();
    const onError = (error: unknown) => log.error('credentials_not_swept', { error });
    await credentials.sweep().catch(onError);
  });

  return {
    /** What all of these stand on. Where several processes have one store, what they change is taken over here. */
    credentials,
    /** Who looked at the figures of trainers. */
    looks,
    /** Browsers that signed in. */
    signIns,
    /** Links for spreadsheets and calendars. */
    links: new Links({ credentials, audit: store, clock, principalOf }),
    setUpCodes: new SetUpCodes(credentials, clock),
    /** Screens that wait to be let in. */
    pairings: new Pairings(credentials, clock),
    /** The owner of a key (`tk_…`), looked up by its SHA-256; null for one that is unknown or revoked. */
    find: ring.find.bind(ring),
    /** The key of an id, while it is not revoked: what access tokens are bound to. */
    principalOf,
    /** All keys, newest first, of one gym where it is named; revoked ones too. */
    keys: (gymId?: string): readonly KeyFacts[] =>
      ring.all().filter((key) => gymId === undefined || key.gymId === gymId),
    /** The secret is told once, here. Rejects with `gym_unknown`, `unknown_trainer`. */
    createKey: async (wanted: NewKey) => {
      const checked = await checkNewKey(wanted, { config: config(), classes: history.classes });
      const secret = ring.newSecret();
      const { by } = wanted;
      const [id, atUtcMs] = [createKeyId(), clock.nowUtcMs()];
      const made = { id, prefix: prefixOf(secret), createdUtcMs: atUtcMs, revokedUtcMs: null };
      const data: KeyData = { ...checked, ...made };
      const row = rowOf('key', secret, { key: id, data });
      const { gymId, role } = data;
      await credentials.issue([row], [{ atUtcMs, by, kind: 'key_created', gymId, subject: id }]);
      log.info('key_created', { key: id, gym: gymId, role, by });
      return { secret, key: ring.get(id) ?? factsOf(row) };
    },
    /** Effective at once. `id` may be the id or the prefix. Rejects with `key_unknown`. */
    revokeKey,
    /** Calls `listener` with the id of each key that is revoked from now on, at once. It must not throw. */
    onRevoked: (listener: (keyId: string) => void) => void revokedListeners.push(listener),
    /**
     * Spends one lookup of a key; true where it has no limit. The same lookup is never spent twice, also not after a crash.
     * A promise for a key with a limit, until it is stored.
     */
    spend: lookups.spend.bind(lookups),
    /** Gives a spent lookup back: the answer was none that is charged. */
    giveBack: lookups.giveBack.bind(lookups),
    /** Null is without limit. */
    lookupsLeft: lookups.left.bind(lookups),
    /** Stores what was only counted. */
    close: async () => {
      stopSettling();
      await lookups.settle();
      await looks.settled();
      await signIns.settle(0);
    },
  };
}

/** @returns stops it. */
function nowAndThen(timers: Timers, work: () => Promise<void>): () => void {
  let isStopped = false;
  let cancel: (() => void) | undefined;
  const arm = () => {
    if (isStopped) return;
    cancel = timers.after(SETTLE_MS, () => void work().then(arm));
  };
  arm();
  return () => {
    isStopped = true;
    cancel?.();
  };
}
