/** An authorization server in memory. */

import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import type { Access } from '../../store/access/access.ts';
import type { WindowLimiter } from '../../store/access/limits.ts';
import { OAuth } from '../../store/access/oauth/oauth.ts';

/** One that is never asked too fast, for keys of `access`. */
export async function memoryOAuth(access: Access): Promise<OAuth> {
  const limits = { registrations: OPEN, authorizations: OPEN, consents: OPEN, tokens: OPEN };
  return Object.assign(new OAuth({ access, clock: systemClock, log: silentLog }), { limits });
}

const OPEN: WindowLimiter = {
  windows: [],
  take: () => ({ isAllowed: true, remaining: 1, resetS: 0, retryAfterS: 0 }),
};
