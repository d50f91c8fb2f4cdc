/** `POST /oauth/token`: a code or a refresh token for a pair of tokens (RFC 6749 sections 4.1.3 and 6, RFC 8707). */

import type { IssuedTokens, OAuth } from '../../../store/access/oauth/oauth.ts';
import {
  fault,
  isFault,
  type OAuthFault,
  type ResourceName,
  resourceOf,
} from '../../../store/access/oauth/requests.ts';
import { OAUTH_PATHS } from '../../auth/refusals.ts';
import type { Answer } from '../../http/message.ts';
import {
  REVOCATION_FORM,
  REVOKED,
  TOKEN_FORM,
  TOKENS,
  type Tokens,
} from '../../schemas/credentials.ts';
import type { Route } from '../route.ts';
import { rawRoute } from '../route.ts';
import {
  NOT_KEPT,
  OAUTH_REFUSALS,
  type OAuthParameters,
  type OAuthRouteParts,
  oauthError,
  SCOPE,
  SECRET_REFUSAL,
  withClientForm,
} from './endpoint.ts';

type Tried = IssuedTokens | OAuthFault;

export function tokenRoute({ oauth, base }: Pick<OAuthRouteParts, 'oauth' | 'base'>): Route {
  const facts = {
    method: 'POST',
    path: OAUTH_PATHS.token,
    operationId: 'exchange_token',
    summary: 'Exchanges a code or a refresh token for tokens.',
    description:
      'RFC 6749. A form (`application/x-www-form-urlencoded`) with `grant_type` `authorization_code` (`code`, `client_id`, `redirect_uri`, `code_verifier`) or `refresh_token` (`refresh_token`, `client_id`), and with `resource` in both if the client has one. An access token is valid for an hour, a refresh token for 30 days and one use. A second use ends the whole sign-in. Errors are `{error, error_description}`.',
    formBody: TOKEN_FORM,
    refusals: { ...OAUTH_REFUSALS, ...SECRET_REFUSAL },
    response: TOKENS,
  } as const;
  return rawRoute(facts, (request) =>
    withClientForm(oauth, request, (parameters) => answer(oauth, parameters, base())),
  );
}

async function answer(oauth: OAuth, parameters: OAuthParameters, base: string): Promise<Answer> {
  const tried = await exchange(oauth, parameters, base);
  if (isFault(tried)) return oauthError(tried);
  const { accessToken, refreshToken, expiresInS } = tried;
  const value: Tokens = {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresInS,
    refresh_token: refreshToken,
    scope: SCOPE,
  };
  return { status: 200, value, headers: NOT_KEPT };
}

async function exchange(oauth: OAuth, parameters: OAuthParameters, base: string): Promise<Tried> {
  const clientId = parameters.get('client_id');
  if (clientId === undefined) return missing('client_id');
  const resource = askedResource(parameters, base);
  if (typeof resource === 'object' && resource !== null) return resource;
  switch (parameters.get('grant_type')) {
    case 'authorization_code':
      return byCode(oauth, parameters, { clientId, resource });
    case 'refresh_token': {
      const refreshToken = parameters.get('refresh_token');
      if (refreshToken === undefined) return missing('refresh_token');
      return oauth.refresh({ refreshToken, clientId, resource });
    }
    case undefined:
      return missing('grant_type');
    default:
      return fault(
        'unsupported_grant_type',
        'grant_type must be authorization_code or refresh_token.',
      );
  }
}

async function byCode(
  oauth: OAuth,
  parameters: OAuthParameters,
  about: { readonly clientId: string; readonly resource: ResourceName | null },
): Promise<Tried> {
  const code = parameters.get('code');
  const codeVerifier = parameters.get('code_verifier');
  if (code === undefined) return missing('code');
  if (codeVerifier === undefined) return missing('code_verifier');
  const redirectUri = parameters.get('redirect_uri') ?? null;
  return oauth.exchangeCode({ code, codeVerifier, redirectUri, ...about });
}

function askedResource(
  parameters: OAuthParameters,
  base: string,
): ResourceName | OAuthFault | null {
  const address = parameters.get('resource');
  if (address === undefined) return null;
  return (
    resourceOf(address, base) ??
    fault('invalid_target', 'resource must be the address of this service or of its MCP endpoint.')
  );
}

function missing(name: string): OAuthFault {
  return fault('invalid_request', `${name} is missing.`);
}

/** `POST /oauth/revoke`: signs a client out (RFC 7009). */
export function revokeRoute({ oauth }: Pick<OAuthRouteParts, 'oauth'>): Route {
  const facts = {
    method: 'POST',
    path: OAUTH_PATHS.revoke,
    operationId: 'revoke_token',
    summary: 'Ends a sign-in.',
    description:
      'RFC 7009. A form with `token`, an access or refresh token, and `client_id`. Both tokens of the sign-in end at once. An unknown token is accepted.',
    formBody: REVOCATION_FORM,
    refusals: { ...OAUTH_REFUSALS, ...SECRET_REFUSAL },
    response: REVOKED,
  } as const;
  return rawRoute(facts, (request) =>
    withClientForm(oauth, request, async (parameters) => {
      const token = parameters.get('token');
      const clientId = parameters.get('client_id');
      if (token === undefined || clientId === undefined) {
        return oauthError(fault('invalid_request', 'token and client_id are both needed.'));
      }
      await oauth.revoke(token, clientId);
      return { status: 200, value: {}, headers: NOT_KEPT };
    }),
  );
}
