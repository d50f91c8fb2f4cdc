/** What the guard answers to who may not see what was asked for. */

import type { ProblemBody } from '../../errors.ts';
import { ERRORS } from '../../errors.ts';
import type { KeyFacts } from '../../store/access/key.ts';
import type { RateVerdict } from '../../store/access/limits/rate-limiter.ts';
import type { Answer } from '../http/message.ts';
import { problem } from '../http/problem.ts';
import { challenge, type Guarded } from './challenge.ts';

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

/** Nothing that could be looked up was shown. */
export function notShown(shown: Exclude<Shown, { kind: 'secret' }>, guarded: Guarded): Refusal {
  switch (shown.kind) {
    case 'none':
      // The words of FastAPI: docs/method.md#validation.
      return problem('missing_credentials', 'Not authenticated', {
        headers: challenge(guarded),
        data: {
          hint: `Send a key as "Authorization: Bearer <API_KEY>" or "x-api-key"; the operator makes one with: turnout key create. A free key for the sample gym is at ${guarded.base}/get-key. "X-Sandbox: true" needs none.`,
        },
      });
    case 'malformed':
      return problem('invalid_credentials', `No key or token can be read: ${shown.expected}`, {
        headers: challenge(guarded, {
          error: 'invalid_token',
          description: 'The credential is malformed.',
        }),
      });
    case 'conflicting':
      return problem(
        'conflicting_credentials',
        '`Authorization` and `x-api-key` show different credentials: send one of them.',
        {
          headers: challenge(guarded, {
            error: 'invalid_request',
            description: 'Two different credentials were sent.',
          }),
        },
      );
    case 'in_query':
      return problem(
        'credentials_in_query',
        `The query parameter ${JSON.stringify(shown.name.slice(0, 32))} is refused: keys belong in the header \`Authorization\` or \`x-api-key\`. Browser histories and proxy logs may have stored this one.`,
        {
          headers: challenge(guarded, {
            error: 'invalid_request',
            description: 'Credentials are taken from headers only.',
          }),
        },
      );
  }
}

/** What was shown is no one's, or not any more. */
export function unknown(guarded: Guarded): Refusal {
  return problem('invalid_credentials', 'The key or token is unknown or was revoked.', {
    headers: challenge(guarded, {
      error: 'invalid_token',
      description: 'The credential is unknown, expired or revoked.',
    }),
  });
}

/** The browser was signed in, and is not any more. */
export function signedOut(guarded: Guarded): Refusal {
  return problem('invalid_credentials', 'This browser is not signed in any more.', {
    headers: challenge(guarded, {
      error: 'invalid_token',
      description: 'The sign-in has ended.',
    }),
  });
}

/** A browser is signed in, and a page of another origin asks in its name. */
export function foreignPage(): Refusal {
  return problem(
    'foreign_page',
    'A page of another origin asked in the name of a browser that is signed in. Programs send a key.',
  );
}

/** The same for all of them: nobody learns which links there were. */
export const NO_LINK: ProblemBody = {
  detail:
    'This link has ended, was withdrawn, or is mistyped. Ask whoever gave it to you for a new one.',
  code: 'not_found',
};

type Asker = 'address' | 'key' | 'link';

export function tooFast(who: Asker, verdict: RateVerdict): Refusal {
  const headers = [['Retry-After', String(verdict.retryAfterS)]] as const;
  return { ...refusalOf(tooFastBody(who, verdict)), headers };
}

export function tooFastBody(who: Asker, { retryAfterS }: RateVerdict): ProblemBody {
  const time = `${retryAfterS} ${retryAfterS === 1 ? 'second' : 'seconds'}`;
  return { detail: `This ${who} asks too fast: ask again in ${time}.`, code: 'rate_limited' };
}

/** No lookup is left. Nothing of `Retry-After`: waiting does not help. */
export function usedUp({ lookupLimit }: KeyFacts): ProblemBody {
  const body = {
    detail: `All ${lookupLimit ?? 0} lookups of this key are used, and waiting does not help. The operator can make a key with more: "turnout key create --role free --lookups 1000"; keys of the other roles have no limit unless one is set.`,
    code: 'lookups_exhausted' as const,
    lookup_limit: lookupLimit,
  };
  return body;
}

/** What a visitor was refused, where it is the whole answer. */
export function refusalOf(body: ProblemBody): Refusal {
  return { status: ERRORS[body.code].status, value: body };
}
