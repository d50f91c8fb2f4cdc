/** Keys in memory, by hash: whoever asks costs one SHA-256 and no question to the disk. One owner of the folder, one of these. */

import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import { systemTimers, type Timers } from '../../runtime/timers.ts';
import type { StoredKey } from '../history/access/access-store.ts';
import type { ClassReads } from '../history/classes/class-store.ts';
import type { History } from '../history/history.ts';
import type { Access, Principal } from './access.ts';
import type { KeyFacts } from './key.ts';
import { KeyRing } from './key-ring.ts';
import { TrainerLooks } from './looks.ts';
import { Lookups } from './lookups.ts';
import { checkNewKey, type KeyWorld } from './new-key.ts';
import { createKeyId, hashOf, prefixOf } from './secret.ts';
import { Pairings } from './sign-ins/pairings.ts';
import { SetUpCodes } from './sign-ins/set-up-codes.ts';
import { SignIns } from './sign-ins/sign-ins.ts';

export interface AccessOptions {
  readonly history: Pick<History, 'access' | 'signIns'> & {
    readonly classes: Pick<ClassReads, 'trainers'>;
  };
  /** The configuration as it is now. */
  readonly config: () => KeyWorld['config'];
  /** See `Lookups`. */
  readonly leaseLookups?: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly timers?: Timers;
}

/**
 * What is leased and not spent goes back to the store so often, ms: a crash then costs a key that rests nothing. As often
 * the keys that were shown are forgotten.
 */
const SETTLE_MS = 60_000;

/** Reads all keys. Rejects with SQLite's error when the disk fails. */
export async function openAccess(options: AccessOptions): Promise<Access> {
  const { history, config, clock, log } = options;
  const store = history.access;
  const looks = new TrainerLooks({ store, clock, log });
  const { leaseLookups } = options;
  const lookups = new Lookups({
    store,
    log,
    ...(leaseLookups === undefined ? {} : { leaseLookups }),
  });
  const ring = new KeyRing(lookups);
  const revokedListeners: ((keyId: string) => void)[] = [];
  for (const key of await store.keys()) ring.add(key);
  const revokeKey = async (text: string, by: string) => {
    const { key, revokedUtcMs, isNew } = ring.revoke(text, clock.nowUtcMs());
    if (isNew) for (const listener of revokedListeners) listener(key.id);
    const ending = isNew ? signIns.endOfKey(key.id, by) : undefined;
    // Refused from here on, whatever the disk does; where it fails, the same again stores it.
    await store.revokeKey(key.id, by, revokedUtcMs);
    await ending;
    if (isNew) log.info('key_revoked', { key: key.id, gym: key.gymId, by });
    return key;
  };
  const keyOf = (keyId: string) => principal(ring.byId(keyId), 'key')?.key ?? null;
  const refreshKeys = async () => {
    for (const key of await store.keys()) {
      if (!ring.refresh(key)) continue;
      for (const listener of revokedListeners) listener(key.id);
      await signIns.endOfKey(key.id, 'another node');
    }
  };
  const signInParts = { store: history.signIns, clock, log, keyOf, revokeKey, refreshKeys };
  const signIns: SignIns = new SignIns(signInParts, await history.signIns.all());
  await signIns.settle();
  const stopSettling = nowAndThen(options.timers ?? systemTimers, async () => {
    ring.forgetShown();
    await lookups.settle();
    await signIns.settle();
  });
  return {
    looks,
    signIns,
    setUpCodes: new SetUpCodes(clock),
    pairings: new Pairings(clock),
    find: (secret) => principal(ring.bySecret(secret), 'key'),
    principalOf: (keyId) => principal(ring.byId(keyId), 'token'),
    keys: (gymId) => ring.all().filter((key) => gymId === undefined || key.gymId === gymId),
    createKey: async (wanted) => {
      const checked = await checkNewKey(wanted, { config: config(), classes: history.classes });
      const secret = ring.newSecret();
      const key = newKey(checked, secret, clock.nowUtcMs());
      await store.addKey(key, wanted.by);
      log.info('key_created', { key: key.id, gym: key.gymId, role: key.role, by: wanted.by });
      return { secret, key: ring.add(key) };
    },
    revokeKey,
    refresh: refreshKeys,
    onRevoked: (listener) => void revokedListeners.push(listener),
    spend: (keyId) => lookups.spend(keyId),
    giveBack: (keyId) => lookups.giveBack(keyId),
    lookupsLeft: (keyId) => lookups.left(keyId),
    close: async () => {
      stopSettling();
      await lookups.settle();
      await looks.settled();
      await signIns.settle(0);
    },
  };
}

function newKey(
  checked: Awaited<ReturnType<typeof checkNewKey>>,
  secret: string,
  createdUtcMs: number,
): StoredKey {
  return {
    ...checked,
    id: createKeyId(),
    hash: hashOf(secret),
    prefix: prefixOf(secret),
    lookupsTaken: 0,
    createdUtcMs,
    revokedUtcMs: null,
  };
}

/** Null for a key that is not known, or revoked. */
function principal(key: KeyFacts | null, via: Principal['via']): Principal | null {
  return key === null || key.revokedUtcMs !== null ? null : { key, via };
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
