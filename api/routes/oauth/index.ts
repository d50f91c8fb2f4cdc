/**
 * The authorization server for MCP clients, as routes: OAuth 2.1 with PKCE, for clients without secrets. What they read first is
 * here (RFC 9728, RFC 8414): all addresses come from the configuration, never from the `Host` of a request.
 */

import type { Static } from 'typebox';
import { type ResourceName, resourceAddress } from '../../../store/access/oauth/requests.ts';
import { OAUTH_PATHS } from '../../auth/refusals.ts';
import type { Answer, Headers } from '../../http/message.ts';
import { AUTHORIZATION_SERVER, PROTECTED_RESOURCE } from '../../schemas/credentials.ts';
import type { App } from '../app.ts';
import { type Route, route } from '../route.ts';
import { answerRoute, askRoute } from './authorize.ts';
import { registerRoute, revokeRoute, SCOPE, tokenRoute } from './token.ts';

/** Where programs cannot sign in there is the metadata of the resources alone. */
export function oauthRoutes(app: App): readonly Route[] {
  const resources = [resourceRoute(app, 'service', ''), resourceRoute(app, 'mcp', '/mcp')];
  if (!app.isIssuer) return resources;
  return [
    ...resources,
    serverRoute(app.base),
    askRoute(app),
    answerRoute(app),
    tokenRoute(app),
    registerRoute(app),
    revokeRoute(app),
  ];
}

/**
 * Whether tokens may be given out at a public address: over https, or on this computer for development. Over plain http
 * everybody on the way would read them (RFC 8414 section 2 asks for https).
 */
export function isIssuerAt(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** An hour: long for a client that asks at each start, short for an operator who changes the address. */
const KEPT: Headers = [['Cache-Control', 'public, max-age=3600']];

function resourceRoute({ base, isIssuer }: App, name: ResourceName, path: string): Route {
  const make = (): Static<typeof PROTECTED_RESOURCE> => ({
    resource: resourceAddress(name, base()),
    resource_name: 'Turnout',
    ...(isIssuer && { authorization_servers: [base()] }),
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
    resource_documentation: `${base()}/openapi.json`,
  });
  return route({
    name: `GET ${OAUTH_PATHS.resource}${path}`,
    operationId: `get_protected_resource_${name}`,
    summary: `Who issues the tokens for the ${name === 'mcp' ? 'MCP endpoint' : 'whole service'}.`,
    description:
      'RFC 9728. A token for the whole service is also valid at the MCP endpoint. A token for the MCP endpoint is valid only there.',
    response: PROTECTED_RESOURCE,
    answer: kept(make),
  });
}

function serverRoute(base: App['base']): Route {
  const at = (path: string) => `${base()}${path}`;
  const make = (): Static<typeof AUTHORIZATION_SERVER> => ({
    issuer: base(),
    authorization_endpoint: at(OAUTH_PATHS.authorize),
    token_endpoint: at(OAUTH_PATHS.token),
    registration_endpoint: at(OAUTH_PATHS.register),
    revocation_endpoint: at(OAUTH_PATHS.revoke),
    scopes_supported: [SCOPE],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    protected_resources: [resourceAddress('service', base()), resourceAddress('mcp', base())],
  });
  return route({
    name: `GET ${OAUTH_PATHS.server}`,
    operationId: 'get_authorization_server',
    summary: 'How programs sign in.',
    description:
      'RFC 8414. Authorization code with PKCE (S256) for clients without secrets, which have a metadata document (Client ID Metadata Documents) or register themselves (RFC 7591).',
    response: AUTHORIZATION_SERVER,
    answer: kept(make),
  });
}

/** Made at the first request, since the address is known only then; the same object after that. */
function kept(make: () => object): () => Answer {
  let answer: Answer | undefined;
  return () => {
    answer ??= { status: 200, value: make(), headers: KEPT };
    return answer;
  };
}
