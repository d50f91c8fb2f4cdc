/**
 * What programs ask of the authorization server: tokens for a code or a refresh token (RFC 6749 sections 4.1.3 and 6, RFC 8707),
 * the end of a sign-in (RFC 7009), and an id of their own (RFC 7591). Errors are as OAuth clients read them, and nothing is
 * stored by caches.
 */

import { type Static, Type } from 'typebox';
import { field, object, schemasOf, valuesOf } from '../../../gym/reports/field.ts';
import { parsedJson } from '../../../runtime/wire.ts';
import { addressGroup, type WaitVerdict } from '../../../store/access/limits.ts';
import type { OAuthClient } from '../../../store/access/oauth/clients.ts';
import type { OAuth } from '../../../store/access/oauth/oauth.ts';
import {
  fault,
  isFault,
  type OAuthFault,
  resourceOf,
} from '../../../store/access/oauth/requests.ts';
import { OAUTH_PATHS } from '../../auth/refusals.ts';
import { type Answer, type ApiRequest, type Headers, retryAfter } from '../../http/message.ts';
import { FORM_TYPE, mediaTypeOf, parseForm } from '../../http/origin.ts';
import {
  CLIENT_METADATA,
  OAUTH_ERROR,
  REVOCATION_FORM,
  REVOKED,
  TOKEN_FORM,
  TOKENS,
} from '../../schemas/credentials.ts';
import type { App } from '../app.ts';
import { type Route, type RouteRefusal, route } from '../route.ts';

export function tokenRoute({ oauth, base }: Pick<App, 'oauth' | 'base'>): Route {
  return route({
    name: `POST ${OAUTH_PATHS.token}`,
    operationId: 'exchange_token',
    summary: 'Exchanges a code or a refresh token for tokens.',
    description:
      'RFC 6749. A form (`application/x-www-form-urlencoded`) with `grant_type` `authorization_code` (`code`, `client_id`, `redirect_uri`, `code_verifier`) or `refresh_token` (`refresh_token`, `client_id`), and with `resource` in both if the client has one. An access token is valid for an hour, a refresh token for 30 days and one use. A second use ends the whole sign-in. Errors are `{error, error_description}`.',
    formBody: TOKEN_FORM,
    refusals: { ...OAUTH_REFUSALS, ...SECRET_REFUSAL },
    response: TOKENS,
    answer: (request) =>
      withClientForm(oauth, request, async (parameters) => {
        const tried = await exchange(oauth, parameters, base());
        if (isFault(tried)) return oauthError(tried);
        const value: Static<typeof TOKENS> = {
          access_token: tried.accessToken,
          token_type: 'Bearer',
          expires_in: tried.expiresInS,
          refresh_token: tried.refreshToken,
          scope: SCOPE,
        };
        return { status: 200, value, headers: NO_STORE };
      }),
  });
}

async function exchange(oauth: OAuth, parameters: OAuthParameters, base: string) {
  const has = (name: string) => parameters.get(name) ?? null;
  const [clientId, address, grant] = [has('client_id'), has('resource'), has('grant_type')];
  if (clientId === null) return missing('client_id');
  const resource = address === null ? null : resourceOf(address, base);
  if (address !== null && resource === null) {
    const what = 'resource must be the address of this service or of its MCP endpoint.';
    return fault('invalid_target', what);
  }
  if (grant === 'refresh_token') {
    const refreshToken = has('refresh_token');
    if (refreshToken === null) return missing('refresh_token');
    return oauth.refresh({ refreshToken, clientId, resource });
  }
  if (grant === 'authorization_code') {
    const [code, codeVerifier] = [has('code'), has('code_verifier')];
    if (code === null) return missing('code');
    if (codeVerifier === null) return missing('code_verifier');
    const redirectUri = has('redirect_uri');
    return oauth.exchangeCode({ code, codeVerifier, redirectUri, clientId, resource });
  }
  if (grant === null) return missing('grant_type');
  const known = 'grant_type must be authorization_code or refresh_token.';
  return fault('unsupported_grant_type', known);
}

function missing(name: string): OAuthFault {
  return fault('invalid_request', `${name} is missing.`);
}

/** `POST /oauth/revoke`: signs a client out (RFC 7009). */
export function revokeRoute({ oauth }: Pick<App, 'oauth'>): Route {
  return route({
    name: `POST ${OAUTH_PATHS.revoke}`,
    operationId: 'revoke_token',
    summary: 'Ends a sign-in.',
    description:
      'RFC 7009. A form with `token`, an access or refresh token, and `client_id`. Both tokens of the sign-in end at once. An unknown token is accepted.',
    formBody: REVOCATION_FORM,
    refusals: { ...OAUTH_REFUSALS, ...SECRET_REFUSAL },
    response: REVOKED,
    answer: (request) =>
      withClientForm(oauth, request, async (parameters) => {
        const token = parameters.get('token');
        const clientId = parameters.get('client_id');
        if (token === undefined || clientId === undefined) {
          return oauthError(fault('invalid_request', 'token and client_id are both needed.'));
        }
        await oauth.revoke(token, clientId);
        return { status: 200, value: {}, headers: NO_STORE };
      }),
  });
}

/** The one scope there is: to read what the key may see. */
export const SCOPE = 'figures';

export const NO_STORE: Headers = [
  ['Cache-Control', 'no-store'],
  ['Pragma', 'no-cache'],
];

const refusal = (description: string): RouteRefusal => ({ description, body: OAUTH_ERROR });

/** What every endpoint for programs refuses, for documents. */
const OAUTH_REFUSALS = {
  400: refusal('`error` names the fault of the request.'),
  429: refusal('`temporarily_unavailable`: too many requests from this address.'),
} as const;

/** A client that shows a secret in a header. */
const SECRET_REFUSAL = { 401: refusal('`invalid_client`: clients have no secret.') } as const;

function oauthError(
  { error, description }: OAuthFault,
  status = error === 'temporarily_unavailable' ? 503 : 400,
  headers: Headers = [],
): Answer {
  const value = { error, error_description: description };
  return { status, value, headers: [...NO_STORE, ...headers] };
}

function tooMany({ retryAfterS }: WaitVerdict): Answer {
  const refusal = fault('temporarily_unavailable', 'Too many requests from this address.');
  return oauthError(refusal, 429, retryAfter(retryAfterS));
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
async function withClientForm(
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

/** Chosen here: ten addresses of full length fit twice. */
const MAX_BYTES = 16 * 1024;

/** A client as it is told that it is registered. */
const REGISTERED = {
  client_id: field(Type.String(), ({ id }: OAuthClient) => id),
  client_name: field(Type.String(), ({ name }: OAuthClient) => name),
  redirect_uris: field(
    Type.Array(Type.String(), { minItems: 1, maxItems: 10 }),
    ({ redirectUris }: OAuthClient) => [...redirectUris],
  ),
  grant_types: field(Type.Array(Type.String()), () => ['authorization_code', 'refresh_token']),
  response_types: field(Type.Array(Type.String()), () => ['code']),
  token_endpoint_auth_method: field(Type.Literal('none'), () => 'none' as const),
};

export function registerRoute({ oauth }: Pick<App, 'oauth'>): Route {
  return route({
    name: `POST ${OAUTH_PATHS.register}`,
    operationId: 'register_client',
    summary: 'Registers a client.',
    description:
      'RFC 7591. JSON with `redirect_uris` (https, or http on loopback) and `client_name`. Every client is registered for the authorization code grant and without a secret, whatever it requests. Better: a client with a metadata document needs no registration.',
    requestBody: CLIENT_METADATA,
    refusals: { ...OAUTH_REFUSALS, 503: refusal('`temporarily_unavailable`.') },
    response: object('RegisteredClient', 'RFC 7591, section 3.2.1.', schemasOf(REGISTERED)),
    successStatus: 201,
    answer: async (request) => {
      const verdict = oauth.limits.registrations.take(addressGroup(request.ip));
      if (!verdict.isAllowed) return tooMany(verdict);
      const client = await oauth.register(metadataOf(request));
      if (isFault(client)) return oauthError(client);
      return { status: 201, value: valuesOf(REGISTERED, client), headers: NO_STORE };
    },
  });
}

/** What was sent, or nothing where it is no JSON: the rules for metadata refuse that as well. */
function metadataOf({ headers, body }: ApiRequest): unknown {
  if (mediaTypeOf(headers) !== 'application/json' || body.length > MAX_BYTES) return undefined;
  return parsedJson(body);
}
