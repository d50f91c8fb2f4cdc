/** Errors as OAuth clients read them: `{error, error_description}` (RFC 6749 section 5.2). Nothing is stored by caches. */

import type { RateVerdict } from '../../../store/access/limits/rate-limiter.ts';
import type { OAuthFault } from '../../../store/access/oauth/fault.ts';
import type { Answer, Headers } from '../../http/message.ts';
import { OAUTH_ERROR, type OAuthErrorBody } from '../../schemas/oauth.ts';
import type { RouteRefusal } from '../route.ts';

export const NOT_KEPT: Headers = [
  ['Cache-Control', 'no-store'],
  ['Pragma', 'no-cache'],
];

const told = (description: string): RouteRefusal => ({ description, body: OAUTH_ERROR });

/** What every endpoint for programs refuses, for documents. */
export const OAUTH_REFUSALS = {
  400: told('`error` names the fault of the request.'),
  429: told('`temporarily_unavailable`: too many requests from this address.'),
} as const;

/** A client that shows a secret in a header. */
export const SECRET_REFUSAL = { 401: told('`invalid_client`: clients have no secret.') } as const;

/** No room for more. */
export const FULL_REFUSAL = { 503: told('`temporarily_unavailable`.') } as const;

export function oauthError(
  { error, description }: OAuthFault,
  status = error === 'temporarily_unavailable' ? 503 : 400,
  headers: Headers = [],
): Answer<OAuthErrorBody> {
  const value = { error, error_description: description };
  return { status, value, headers: [...NOT_KEPT, ...headers] };
}

export function tooMany({ retryAfterS }: RateVerdict): Answer<OAuthErrorBody> {
  const fault = {
    error: 'temporarily_unavailable',
    description: 'Too many requests from this address.',
  } as const;
  return oauthError(fault, 429, [['Retry-After', String(retryAfterS)]]);
}
