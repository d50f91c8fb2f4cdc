/** What the guard answers to who may not see what was asked for. */

import { ERRORS, type ErrorCode, type ProblemBody } from '../../errors.ts';
import type { KeyFacts } from '../../store/access/key.ts';
import type { RateVerdict } from '../../store/access/limits.ts';
import { type ResourceName, resourceAddress } from '../../store/access/oauth/requests.ts';
import { isFresh, type Principal, type Recency } from '../../store/access/sign-ins.ts';
import { type Answer, type Headers, problem, retryAfter } from '../http/message.ts';

type Refusal = Answer<ProblemBody>;

/** Which key or token a request shows, and whether it shows it as it should. */
export type Shown =
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'none' }
  /** `expected` says what would have been right. */
  | { readonly kind: 'malformed'; readonly expected: string }
  | { readonly kind: 'conflicting' }
  /** `name` is that of the query parameter. */
  | { readonly kind: 'in_query'; readonly name: string };

/** Why someone is not let in: of what is shown nothing can be looked up, it is no one's, or the browser was signed in and is not any more. */
type Unfit = Exclude<Shown, { kind: 'secret' }> | { readonly kind: 'unknown' | 'signed_out' };

type Words = readonly [code: ErrorCode, detail: string, error?: string, description?: string];

/** With the error for programs, and its description: printable ASCII without quotes and backslashes. */
function wordsOf(unfit: Unfit): Words {
  const invalid = (detail: string, description: string): Words => {
    return ['invalid_credentials', detail, 'invalid_token', description];
  };
  switch (unfit.kind) {
    case 'none':
      // The words of FastAPI: docs/method.md#validation.
      return ['missing_credentials', 'Not authenticated'];
    case 'malformed': {
      const detail = `No key or token can be read: ${unfit.expected}`;
      return invalid(detail, 'The credential is malformed.');
    }
    case 'unknown': {
      const detail = 'The key or token is unknown or was revoked.';
      return invalid(detail, 'The credential is unknown, expired or revoked.');
    }
    case 'signed_out':
      return invalid('This browser is not signed in any more.', 'The sign-in has ended.');
    case 'conflicting': {
      const detail =
        '`Authorization` and `x-api-key` show different credentials: send one of them.';
      const description = 'Two different credentials were sent.';
      return ['conflicting_credentials', detail, 'invalid_request', description];
    }
    case 'in_query': {
      const detail = `The query parameter ${JSON.stringify(unfit.name.slice(0, 32))} is refused: keys belong in the header \`Authorization\` or \`x-api-key\`. Browser histories and proxy logs may have stored this one.`;
      const description = 'Credentials are taken from headers only.';
      return ['credentials_in_query', detail, 'invalid_request', description];
    }
  }
}

/** Leads to the metadata of the resource: its path stands behind the well-known one (RFC 9728 section 3.1). */
export function notLetIn(unfit: Unfit, { resource, base }: Guarded): Refusal {
  const [code, detail, error, description] = wordsOf(unfit);
  const metadata = `resource_metadata="${base}${OAUTH_PATHS.resource}${resourceAddress(resource, '')}"`;
  const fault = error && `, error="${error}", error_description="${description}"`;
  const headers: Headers = [['WWW-Authenticate', `Bearer ${metadata}${fault ?? ''}`]];
  const hint = `Send a key as "Authorization: Bearer <API_KEY>" or "x-api-key"; the operator makes one with: turnout key create. A free key for the sample gym is at ${base}/get-key. "X-Sandbox: true" needs none.`;
  return problem(code, detail, { headers, ...(unfit.kind === 'none' && { data: { hint } }) });
}

/** A browser is signed in, and a page of another origin asks in its name. */
export const FOREIGN_PAGE = problem(
  'foreign_page',
  'A page of another origin asked in the name of a browser that is signed in. Programs send a key.',
);

/** The same for all of them: nobody learns which links there were. */
export const NO_LINK = problem(
  'not_found',
  'This link has ended, was withdrawn, or is mistyped. Ask whoever gave it to you for a new one.',
);

type Asker = 'address' | 'key' | 'link';

export function tooFast(who: Asker, verdict: RateVerdict): Refusal {
  return { ...refusalOf(tooFastBody(who, verdict)), headers: retryAfter(verdict.retryAfterS) };
}

export function tooFastBody(who: Asker, { retryAfterS }: RateVerdict): ProblemBody {
  const time = `${retryAfterS} ${retryAfterS === 1 ? 'second' : 'seconds'}`;
  return { detail: `This ${who} asks too fast: ask again in ${time}.`, code: 'rate_limited' };
}

/** No lookup is left. Nothing of `Retry-After`: waiting does not help. */
export function usedUp({ lookupLimit, role }: KeyFacts) {
  const another =
    role === 'free'
      ? 'a key with more: "turnout key create --role free --lookups 1000"; keys of the other roles have no limit unless one is set.'
      : `another one: "turnout key create --role ${role}"; without --lookups it has no limit.`;
  return {
    detail: `All ${lookupLimit ?? 0} lookups of this key are used, and waiting does not help. The operator can make ${another}`,
    code: 'lookups_exhausted' as const,
    lookup_limit: lookupLimit,
  };
}

/** What a visitor was refused, where it is the whole answer. */
export function refusalOf(body: ProblemBody): Refusal {
  return { status: ERRORS[body.code].status, value: body };
}

/** Where the authorization server answers; the well-known ones of RFC 9728 and RFC 8414. */
export const OAUTH_PATHS = {
  resource: '/.well-known/oauth-protected-resource',
  server: '/.well-known/oauth-authorization-server',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const;

/** What someone wanted to get into. */
interface Guarded {
  readonly resource: ResourceName;
  /** Public address of the service, without a slash at its end. */
  readonly base: string;
}

export const NOT_HERE = problem(
  'forbidden',
  'The token of turnout.lock is for commands on this computer: as localhost, and from no page.',
);

export const NO_SANDBOX = problem(
  'forbidden',
  'The sandbox has no owner API: send the key of an owner.',
);

/** @param recency how lately a browser must have signed in; null for any time. @returns why `principal` may not; null where it may. */
export function ownerFault(
  principal: Principal | null,
  recency: Recency | null,
  nowUtcMs: number,
): Refusal | null {
  if (principal?.key.role !== 'owner') {
    return problem('forbidden', 'The owner API needs the key or the sign-in of an owner.');
  }
  if (principal.via === 'token') {
    const detail = 'The owner API takes keys and sign-ins, and no tokens of programs.';
    return problem('forbidden', detail);
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
): Refusal | null {
  if (signIn === undefined || isFresh(signIn, nowUtcMs, recency)) return null;
  const detail = `Sign in with the key again, and come back: this needs a sign-in of ${WITHIN[recency]}.`;
  return problem('sign_in_again', detail, { data: { sign_in: '/sign-in' } });
}
