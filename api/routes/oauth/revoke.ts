/** `POST /oauth/revoke`: signs a client out (RFC 7009). */

import { fault } from '../../../store/access/oauth/fault.ts';
import { OAUTH_PATHS } from '../../auth/oauth-paths.ts';
import { REVOCATION_FORM, REVOKED } from '../../schemas/oauth.ts';
import type { Route } from '../route.ts';
import { rawRoute } from '../route.ts';
import { NOT_KEPT, OAUTH_REFUSALS, oauthError, SECRET_REFUSAL } from './answers.ts';
import { withClientForm } from './client-form.ts';
import type { OAuthRouteParts } from './parts.ts';

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
