/** Errors as OAuth clients read them: `{error, error_description}` (RFC 6749 section 5.2). Nothing is kept by caches. */

import type { OAuthFault, RateVerdict } from '../../../engine/index.ts';
import type { OAuthErrorBody } from '../../schemas/oauth.ts';
import type { Answer, Headers } from '../route.ts';

export const NOT_KEPT: Headers = [
  ['Cache-Control', 'no-store'],
  ['Pragma', 'no-cache'],
];

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
