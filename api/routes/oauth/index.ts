/**
 * The authorization server for MCP clients, as routes: OAuth 2.1 with PKCE, for clients without secrets. What they read first is
 * here (RFC 9728, RFC 8414): all addresses come from the configuration, never from the `Host` of a request.
 */

import { type Static, Type } from 'typebox';
import { field, flag, object, schemasOf, text, valuesOf } from '../../../gym/reports/field.ts';
import { once } from '../../../runtime/clock.ts';
import { type ResourceName, resourceAddress } from '../../../store/access/oauth/requests.ts';
import { OAUTH_PATHS } from '../../auth/refusals.ts';
import type { Answer, Headers } from '../../http/message.ts';
import { PROTECTED_RESOURCE, Words } from '../../schemas/credentials.ts';
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
const CACHED: Headers = [['Cache-Control', 'public, max-age=3600']];

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
    answer: cached(make),
  });
}

type At = (path: string) => string;

/** What RFC 8414 has in section 2. */
const SERVER = {
  issuer: field(text('Equal to `iss` in answers.'), (at: At) => at('')),
  authorization_endpoint: field(text('For a browser.'), (at: At) => at(OAUTH_PATHS.authorize)),
  token_endpoint: field(text('For the client.'), (at: At) => at(OAUTH_PATHS.token)),
  registration_endpoint: field(text('RFC 7591.'), (at: At) => at(OAUTH_PATHS.register)),
  revocation_endpoint: field(text('RFC 7009.'), (at: At) => at(OAUTH_PATHS.revoke)),
  scopes_supported: field(Words('The only scope.'), () => [SCOPE]),
  response_types_supported: field(Words('RFC 6749.'), () => ['code']),
  response_modes_supported: field(Words('OAuth 2.0 Multiple Response Types.'), () => ['query']),
  grant_types_supported: field(Words('RFC 6749.'), () => ['authorization_code', 'refresh_token']),
  token_endpoint_auth_methods_supported: field(Words('Clients have no secrets.'), () => ['none']),
  revocation_endpoint_auth_methods_supported: field(Words('Clients have no secrets.'), () => [
    'none',
  ]),
  code_challenge_methods_supported: field(Words('RFC 7636.'), () => ['S256']),
  client_id_metadata_document_supported: field(Type.Boolean(), () => true),
  authorization_response_iss_parameter_supported: field(flag('RFC 9207.'), () => true),
  protected_resources: field(Words('RFC 9728, section 4.'), (at: At) => [
    resourceAddress('service', at('')),
    resourceAddress('mcp', at('')),
  ]),
};

function serverRoute(base: App['base']): Route {
  const at: At = (path) => `${base()}${path}`;
  return route({
    name: `GET ${OAUTH_PATHS.server}`,
    operationId: 'get_authorization_server',
    summary: 'How programs sign in.',
    description:
      'RFC 8414. Authorization code with PKCE (S256) for clients without secrets, which have a metadata document (Client ID Metadata Documents) or register themselves (RFC 7591).',
    response: object('AuthorizationServer', 'RFC 8414, section 2.', schemasOf(SERVER)),
    answer: cached(() => valuesOf(SERVER, at)),
  });
}

/** Made at the first request, since the address is known only then; the same object after that. */
function cached(make: () => object): () => Answer {
  return once(() => ({ status: 200, value: make(), headers: CACHED }));
}
