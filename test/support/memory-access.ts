/** Keys that are in memory only, for tests of what is asked of them. */

import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import type { Access } from '../../store/access/access.ts';
import { Credentials } from '../../store/access/credentials.ts';
import type { KeyFacts, NewKey } from '../../store/access/key.ts';
import { createLinks } from '../../store/access/links.ts';
import { createLooks } from '../../store/access/looks.ts';
import { createSignIns, type Principal } from '../../store/access/sign-ins.ts';
import { createPairings, createSetUpCodes } from '../../store/access/waiting.ts';
import { memoryCredentials } from './memory-credentials.ts';

export interface KnownKey extends Omit<NewKey, 'by'> {
  readonly secret: string;
  readonly isRevoked?: boolean;
}

export interface MemoryAccess extends Access {
  /** Lookups that a key has spent and not got back. */
  used(secret: string): number;
  /** Whether the next lookups are leased first: told in a promise. */
  isSlow: boolean;
}

export function memoryAccess(known: readonly KnownKey[]): MemoryAccess {
  const keys = new Map(known.map((key, at) => [`key_${at}`, { facts: factsOf(key, at), ...key }]));
  const used = new Map<string, number>();
  const principals = new Map<string, Principal>(
    [...keys.values()]
      .filter(({ isRevoked = false }) => !isRevoked)
      .map(({ secret, facts }) => [secret, { key: facts, via: 'key' }]),
  );
  const leftOf = (id: string) => {
    const limit = keys.get(id)?.facts.lookupLimit ?? null;
    return limit === null ? null : limit - (used.get(id) ?? 0);
  };
  const spend = (id: string) => {
    if (leftOf(id) === 0) return false;
    used.set(id, (used.get(id) ?? 0) + 1);
    return true;
  };
  const listeners: ((keyId: string) => void)[] = [];
  const nothing = () => Promise.reject(new Error('not in memory'));
  const revokeKey = async (id: string) => {
    const key = keys.get(id);
    if (key === undefined) return nothing();
    principals.delete(key.secret);
    for (const listener of listeners) listener(id);
    await signIns.endOfKey(id, 'test');
    return key.facts;
  };
  const principalOf = (id: string) => principals.get(keys.get(id)?.secret ?? '') ?? null;
  const keyOf = (id: string) => principalOf(id)?.key;
  const credentials = new Credentials(memoryCredentials(), systemClock);
  const signIns = createSignIns(credentials, systemClock, silentLog, keyOf, revokeKey);
  const access: MemoryAccess = {
    credentials,
    looks: createLooks({ noteLook: async () => undefined }, systemClock, silentLog),
    signIns,
    links: createLinks(credentials, systemClock, principalOf),
    setUpCodes: createSetUpCodes(credentials, systemClock),
    pairings: createPairings(credentials, systemClock),
    isSlow: false,
    find: (secret) => principals.get(secret) ?? null,
    principalOf,
    keys: () => [...keys.values()].map(({ facts }) => facts),
    createKey: nothing,
    revokeKey,
    onRevoked: (listener) => void listeners.push(listener),
    spend: (id) => (access.isSlow ? Promise.resolve().then(() => spend(id)) : spend(id)),
    giveBack: (id) => void used.set(id, (used.get(id) ?? 0) - 1),
    lookupsLeft: leftOf,
    used: (secret) => used.get(principals.get(secret)?.key.id ?? '') ?? 0,
    close: () => Promise.resolve(),
  };
  return access;
}

function factsOf({ secret, gymId, role, trainerId, lookupLimit }: KnownKey, at: number): KeyFacts {
  return {
    id: `key_${at}`,
    prefix: secret.slice(0, 8),
    gymId,
    role,
    trainerId: trainerId ?? null,
    label: null,
    lookupLimit: lookupLimit ?? null,
    lookupsUsed: 0,
    createdUtcMs: 0,
    revokedUtcMs: null,
  };
}
