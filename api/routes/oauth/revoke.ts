/** `POST /oauth/revoke`: signs a client out (RFC 7009). */

import { addressGroup, fault, isFault } from '../../../engine/index.ts';
import { REVOKED } from '../../schemas/oauth.ts';
import type { Route } from '../route.ts';
import { NOT_KEPT, oauthError, tooMany } from './answers.ts';
import { type OAuthRouteParts, oauthRoute } from './parts.ts';
import { OAUTH_PATHS } from './paths.ts';
import { formParameters } from './request-parameters.ts';
import { refuseSecret } from './secret-refusal.ts';

export function revokeRoute({ oauth }: Pick<OAuthRouteParts, 'oauth'>): Route {
  const facts = {
    method: 'POST',
    path: OAUTH_PATHS.revoke,
    operationId: 'revoke_token',
    summary: 'Ends what came of a sign-in.',
    description:
      'RFC 7009. A form with `token`, an access or refresh token, and `client_id`. Both tokens of the sign-in end at once. A token that is unknown is fine.',
    response: REVOKED,
  } as const;
  return oauthRoute(facts, async (request) => {
    const verdict = oauth.limits.tokens.take(addressGroup(request.ip));
    if (!verdict.isAllowed) return tooMany(verdict);
    const parameters = formParameters(request);
    if (isFault(parameters)) return oauthError(parameters);
    const refusal = refuseSecret(request, parameters);
    if (refusal !== null) return refusal;
    const token = parameters.get('token');
    const clientId = parameters.get('client_id');
    if (token === undefined || clientId === undefined) {
      return oauthError(fault('invalid_request', 'token and client_id are both needed.'));
    }
    await oauth.revoke(token, clientId);
    return { status: 200, value: {}, headers: NOT_KEPT };
  });
}
