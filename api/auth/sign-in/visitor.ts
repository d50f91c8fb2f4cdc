/** Someone whose browser is signed in, for one request: sees what the key sees, and spends nothing. */

import type { Clock } from '../../../runtime/clock.ts';
import type { Visitor } from '../../../service/callers/visitor.ts';
import type { GymSource } from '../../../service/gyms/gym-source.ts';
import type { Access, Principal } from '../../../store/access/access.ts';
import { callerOf, GYM_MISSING, scopeOf } from '../scope.ts';

interface World {
  readonly access: Pick<Access, 'looks'>;
  readonly gyms: GymSource;
  readonly clock: Pick<Clock, 'nowUtcMs'>;
}

/** @param named See `namedGym`. */
export function signedInVisitor(
  principal: Principal,
  { gyms, clock, access }: World,
  named: string | undefined = undefined,
): Visitor {
  const { key } = principal;
  return {
    principal,
    isSample: false,
    see: (subject) => {
      const gymId = subject.gymId ?? named;
      if (key.scope !== undefined && gymId === undefined) return GYM_MISSING;
      const scope = scopeOf(key, { ...subject, gymId }, gyms, clock);
      return typeof scope === 'string'
        ? { detail: scope, code: 'forbidden' }
        : callerOf(principal, scope, access.looks);
    },
    spend: () => null,
    giveBack: () => undefined,
  };
}
