/** The program's own server, of which a test says only what it is about. Nothing of vitest: checks of pages use it too. */

import { createServer, type Server, type ServerOptions } from '../../api/server.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { SAMPLE_EVIDENCE } from '../../service/evidence/sample.ts';
import type { WindowLimiter } from '../../store/access/limits.ts';
import { createOAuth } from '../../store/access/oauth/oauth.ts';
import { engineStatus } from './engine-status.ts';
import { gymSource } from './gym-source.ts';
import { limits } from './limits.ts';
import { memoryAccess } from './memory-access.ts';

const OPEN: WindowLimiter = {
  windows: [],
  take: () => ({ isAllowed: true, remaining: 1, resetS: 0, retryAfterS: 0 }),
};

/** On a free port, without gyms and keys; programs may sign in as fast as they like. */
export async function openServer(said: Partial<ServerOptions> = {}): Promise<Server> {
  const access = said.access ?? (await memoryAccess());
  const oauth = createOAuth({ access, clock: systemClock, log: silentLog });
  const open = { registrations: OPEN, authorizations: OPEN, consents: OPEN, tokens: OPEN };
  Object.assign(oauth, { limits: open });
  return createServer({
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    trustProxy: [],
    engine: { status: engineStatus },
    gyms: gymSource(),
    evidence: SAMPLE_EVIDENCE,
    access,
    oauth,
    limits: limits({}, said.clock),
    freeLookups: () => 100,
    log: silentLog,
    clock: systemClock,
    version: '1.2.3',
    ...said,
  });
}
