/** Who may operate the installation over HTTP: owners, by their key or at a browser that they signed in. */

import type { ProblemBody } from '../../errors.ts';
import type { Principal } from '../../store/access/access.ts';
import { isFresh } from '../../store/access/sign-ins/sign-in.ts';

export const NO_SANDBOX: ProblemBody = {
  detail: 'The sandbox has no operator API: send the key of an owner.',
  code: 'forbidden',
};

/** Why `principal` may not; null where it may. */
export function ownerFault(
  principal: Principal | null,
  isFreshNeeded: boolean,
  nowUtcMs: number,
): ProblemBody | null {
  if (principal === null || principal.key.role !== 'owner') {
    return forbidden('The operator API needs the key or the sign-in of an owner.');
  }
  if (principal.via === 'token') {
    return forbidden('The operator API takes keys and sign-ins, and no tokens of programs.');
  }
  const isOld = principal.signIn !== undefined && !isFresh(principal.signIn, nowUtcMs);
  return isFreshNeeded && isOld
    ? forbidden(
        'Sign in with the key again: changes of who gets in need a sign-in of the last 12 hours.',
      )
    : null;
}

function forbidden(detail: string): ProblemBody {
  return { detail, code: 'forbidden' };
}
