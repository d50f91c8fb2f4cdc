/** `POST /oauth/register`: a client makes itself known (RFC 7591). It gets an id and no secret. */

import { addressGroup } from '../../../store/access/limits.ts';
import { isFault } from '../../../store/access/oauth/requests.ts';
import { OAUTH_PATHS } from '../../auth/refusals.ts';
import type { ApiRequest } from '../../http/message.ts';
import { mediaTypeOf } from '../../http/origin.ts';
import {
  CLIENT_METADATA,
  REGISTERED_CLIENT,
  type RegisteredClient,
} from '../../schemas/credentials.ts';
import { type Route, rawRoute } from '../route.ts';
import {
  FULL_REFUSAL,
  NOT_KEPT,
  OAUTH_REFUSALS,
  type OAuthRouteParts,
  oauthError,
  tooMany,
} from './endpoint.ts';

/** Chosen here: ten addresses of full length fit twice. */
const MAX_BYTES = 16 * 1024;

export function registerRoute({ oauth }: Pick<OAuthRouteParts, 'oauth'>): Route {
  const facts = {
    method: 'POST',
    path: OAUTH_PATHS.register,
    operationId: 'register_client',
    summary: 'Registers a client.',
    description:
      'RFC 7591. JSON with `redirect_uris` (https, or http on loopback) and `client_name`. Every client is registered for the authorization code grant and without a secret, whatever it requests. Better: a client with a metadata document needs no registration.',
    requestBody: CLIENT_METADATA,
    refusals: { ...OAUTH_REFUSALS, ...FULL_REFUSAL },
    response: REGISTERED_CLIENT,
    successStatus: 201,
  } as const;
  return rawRoute(facts, async (request) => {
    const verdict = oauth.limits.registrations.take(addressGroup(request.ip));
    if (!verdict.isAllowed) return tooMany(verdict);
    const client = await oauth.register(metadataOf(request));
    if (isFault(client)) return oauthError(client);
    const value: RegisteredClient = {
      client_id: client.id,
      client_name: client.name,
      redirect_uris: [...client.redirectUris],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
    return { status: 201, value, headers: NOT_KEPT };
  });
}

/** What was sent, or nothing where it is no JSON: the rules for metadata refuse that as well. */
function metadataOf({ headers, body }: ApiRequest): unknown {
  if (mediaTypeOf(headers) !== 'application/json' || body.length > MAX_BYTES) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
