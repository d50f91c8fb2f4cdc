/**
 * What the endpoints of the authorization server share: requests as forms and queries, and errors as OAuth clients read them,
 * `{error, error_description}` (RFC 6749 section 5.2). Nothing is stored by caches.
 */

import type { Log } from '../../../runtime/log/log.ts';
import type { Access } from '../../../store/access/access.ts';
import { type AccessLimits, addressGroup, type RateVerdict } from '../../../store/access/limits.ts';
import type { OAuth } from '../../../store/access/oauth/oauth.ts';
import { fault, isFault, type OAuthFault } from '../../../store/access/oauth/requests.ts';
import type { Answer, ApiRequest, Headers } from '../../http/message.ts';
import { FORM_TYPE, type FormTokens, mediaTypeOf, parseForm } from '../../http/origin.ts';
import { OAUTH_ERROR, type OAuthErrorBody } from '../../schemas/credentials.ts';
import type { RouteRefusal } from '../route.ts';

export interface OAuthRouteParts {
  readonly oauth: OAuth;
  readonly access: Pick<Access, 'find' | 'createKey'>;
  /** Null where there are none. */
  readonly freeKeys: AccessLimits['freeKeys'] | null;
  readonly forms: FormTokens;
  readonly log: Log;
  /** Public address of the service, without a slash at its end: the issuer. Asked at each request. */
  readonly base: () => string;
}

/** The one scope there is: to read what the key may see. */
export const SCOPE = 'figures';

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

/** Parameters of a request (RFC 6749 sections 3.1 and 3.2): each once, and one without a value is left out. */
export type OAuthParameters = ReadonlyMap<string, string>;

export function queryParameters({ rawQuery }: ApiRequest): OAuthParameters | OAuthFault {
  return given(Buffer.from(rawQuery ?? ''));
}

export function formParameters({ headers, body }: ApiRequest): OAuthParameters | OAuthFault {
  return mediaTypeOf(headers) === FORM_TYPE
    ? given(body)
    : fault('invalid_request', `Content-Type must be ${FORM_TYPE}.`);
}

function given(encoded: Buffer): OAuthParameters | OAuthFault {
  const parameters = parseForm(encoded);
  return parameters === null
    ? fault('invalid_request', 'A parameter is repeated, or there are too many.')
    : new Map([...parameters].filter(([, value]) => value !== ''));
}

/**
 * Answers with what `answer` makes of the form's parameters, or with the refusal that comes before: not too often, a form, and
 * no secret of a client.
 */
export async function withClientForm(
  oauth: OAuth,
  request: ApiRequest,
  answer: (parameters: OAuthParameters) => Promise<Answer>,
): Promise<Answer> {
  const verdict = oauth.limits.tokens.take(addressGroup(request.ip));
  if (!verdict.isAllowed) return tooMany(verdict);
  const parameters = formParameters(request);
  if (isFault(parameters)) return oauthError(parameters);
  return refuseSecret(request, parameters) ?? (await answer(parameters));
}

const SECRETS = ['client_secret', 'client_assertion', 'client_assertion_type'] as const;

/** Clients here have no secrets: one that shows a secret was told so by someone else, and is refused. */
function refuseSecret({ headers }: ApiRequest, parameters: OAuthParameters): Answer | null {
  const refusal = fault(
    'invalid_client',
    'Clients have no secret here: send client_id in the form and nothing else to authenticate.',
  );
  // RFC 6749 section 5.2: anyone who tried a header is told so by one.
  if (/^basic\b/i.test(headers.get('authorization') ?? '')) {
    return oauthError(refusal, 401, [['WWW-Authenticate', 'Basic realm="turnout"']]);
  }
  return SECRETS.some((name) => parameters.has(name)) ? oauthError(refusal) : null;
}
