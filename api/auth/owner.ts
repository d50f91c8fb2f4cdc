/** Who may operate the installation over HTTP: owners, by their key or at a browser that they signed in. */

import type { ProblemBody } from '../../errors.ts';
import type { Principal } from '../../store/access/principal.ts';
import { isFresh, type Recency } from '../../store/access/sign-ins/sign-in.ts';

export const NO_SANDBOX: ProblemBody = {
  detail: 'The sandbox has no owner API: send the key of an owner.',
  code: 'forbidden',
};

/** @param recency how lately a browser must have signed in; null for any time. @returns why `principal` may not; null where it may. */
export function ownerFault(
  principal: Principal | null,
  recency: Recency | null,
  nowUtcMs: number,
): ProblemBody | null {
  if (principal === null || principal.key.role !== 'owner') {
    return forbidden('The owner API needs the key or the sign-in of an owner.');
  }
  if (principal.via === 'token') {
    return forbidden('The owner API takes keys and sign-ins, and no tokens of programs.');
  }
  return recency === null ? null : staleFault(principal, recency, nowUtcMs);
}

const WITHIN: Readonly<Record<Recency, string>> = {
  lately: 'the last 12 hours',
  just: 'the last 30 minutes',
};

/** Why a browser must sign in again; null where it need not. A key is shown with each request. */
export function staleFault(
  { signIn }: Pick<Principal, 'signIn'>,
  recency: Recency,
  nowUtcMs: number,
): ProblemBody | null {
  if (signIn === undefined || isFresh(signIn, nowUtcMs, recency)) return null;
  const body = {
    detail: `Sign in with the key again, and come back: this needs a sign-in of ${WITHIN[recency]}.`,
    code: 'sign_in_again' as const,
    sign_in: '/sign-in',
  };
  return body;
}

function forbidden(detail: string): ProblemBody {
  return { detail, code: 'forbidden' };
}
