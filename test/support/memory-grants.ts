/** What the history keeps of OAuth, in memory: for tests of what stands on it. */

import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import type { Access } from '../../store/access/access.ts';
import type { WindowLimiter } from '../../store/access/limits/window-limiter.ts';
import { createOAuth } from '../../store/access/oauth/create-oauth.ts';
import type { OAuth } from '../../store/access/oauth/oauth.ts';
import type {
  GrantStore,
  StoredClient,
  StoredGrant,
} from '../../store/history/access/grant-store.ts';

export interface MemoryGrants extends GrantStore {
  /** Changes reject while it is true, as on a full disk. */
  isFailing: boolean;
}

export function memoryGrants(): MemoryGrants {
  const grants = new Map<string, StoredGrant>();
  const clients = new Map<string, StoredClient>();
  const change = async (work: () => void): Promise<void> => {
    await Promise.resolve();
    if (store.isFailing) throw new Error('the disk is full');
    work();
  };
  const store: MemoryGrants = {
    isFailing: false,
    grants: async () => [...grants.values()],
    putGrant: (grant) => change(() => void grants.set(grant.id, grant)),
    removeGrants: (ids) => change(() => ids.forEach((id) => void grants.delete(id))),
    clients: async () => [...clients.values()],
    addClient: (client) => change(() => void clients.set(client.id, client)),
    removeClients: (ids) => change(() => ids.forEach((id) => void clients.delete(id))),
  };
  return store;
}

/** An authorization server that forgets everything and is never asked too fast, for keys of `access`. */
export async function memoryOAuth(access: Access): Promise<OAuth> {
  const parts = { store: memoryGrants(), access, clock: systemClock, log: silentLog };
  const limits = { registrations: OPEN, authorizations: OPEN, consents: OPEN, tokens: OPEN };
  return { ...(await createOAuth(parts)), limits };
}

const OPEN: WindowLimiter = {
  windows: [],
  take: () => ({ isAllowed: true, limit: 1, remaining: 1, resetS: 0, retryAfterS: 0 }),
};
