/** How often one address may make the authorization server remember, fetch or check something. */

import type { Clock } from '../../../runtime/clock.ts';
import { createWindowLimiter, type WindowLimiter } from '../limits/window-limiter.ts';

/** All by `addressGroup`. */
export interface OAuthLimits {
  readonly registrations: WindowLimiter;
  /** Authorization requests shown; one may cause a fetch. */
  readonly authorizations: WindowLimiter;
  /** Consents answered, each with a key that could be a guess. */
  readonly consents: WindowLimiter;
  /** Tokens asked for; each costs a write to the disk. */
  readonly tokens: WindowLimiter;
}

const MINUTE_S = 60;
const DAY_S = 86_400;

/** Chosen here: more than a room full of people behind one address does, and less than a flood. */
export function createOAuthLimits(clock: Pick<Clock, 'monotonicMs'>): OAuthLimits {
  const perMinute = (limit: number) =>
    createWindowLimiter({ windows: [{ limit, windowS: MINUTE_S }], clock });
  return {
    registrations: createWindowLimiter({
      windows: [
        { limit: 10, windowS: MINUTE_S },
        { limit: 100, windowS: DAY_S },
      ],
      clock,
    }),
    authorizations: perMinute(60),
    consents: perMinute(20),
    tokens: perMinute(120),
  };
}
