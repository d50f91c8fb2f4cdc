/** Keys in a database in memory, for tests of what is asked of them. */

import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { type Access, openAccess } from '../../store/access/access.ts';
import { rowOf } from '../../store/access/credentials.ts';
import type { NewKey } from '../../store/access/key.ts';
import { memoryCredentials } from './memory-credentials.ts';

export interface KnownKey extends Omit<NewKey, 'by'> {
  readonly secret: string;
  readonly isRevoked?: boolean;
}

export type MemoryAccess = Awaited<ReturnType<typeof memoryAccess>>;

/** Secrets may be short: the program itself takes such for no keys. */
export async function memoryAccess(known: readonly KnownKey[] = []) {
  const store = memoryCredentials();
  const ids = new Map(known.map(({ secret }, at) => [secret, `key_${at}`]));
  const idOf = (secret: string) => ids.get(secret) ?? '';
  const rows = known.map(({ secret, isRevoked = false, ...facts }) => {
    const id = idOf(secret);
    const times = { createdUtcMs: 0, revokedUtcMs: isRevoked ? 0 : null };
    const unsaid = { trainerId: null, label: null, lookupLimit: null };
    const data = { id, prefix: secret.slice(0, 8), ...times, ...unsaid, ...facts };
    return rowOf('key', secret, { key: id, data });
  });
  await store.issue(rows);
  const access = await openAccess({
    history: { access: store, classes: { trainers: async () => [] } },
    config: () => ({ gyms: [], access: { freeLookups: 100 } }),
    clock: systemClock,
    log: silentLog,
  });
  return {
    ...access,
    find: (secret: string) => {
      const principal = access.principalOf(idOf(secret));
      return principal && ({ ...principal, via: 'key' } as const);
    },
    /** Lookups that a key has spent and not got back. */
    used: (secret: string) => access.keys().find(({ id }) => id === idOf(secret))?.lookupsUsed ?? 0,
  };
}

/** What a browser shows that was signed in over plain http with this key. */
export async function cookieOf(
  { find, signIns }: Pick<Access, 'find' | 'signIns'>,
  secret: string,
) {
  const about = { way: 'key', device: 'A', isPlain: true } as const;
  const made = await signIns.begin({ keyId: find(secret)?.key.id ?? '', ...about });
  return `turnout=${made?.secret}`;
}
