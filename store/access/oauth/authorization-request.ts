/**
 * What a client asks for at the authorization endpoint, and the rules it must keep. Until client and redirect address are
 * known to be good nothing may be sent to that address: such faults are shown to the person.
 */

import type { OAuthClient } from './clients/client.ts';
import { isRegisteredRedirect } from './clients/redirect-uri.ts';
import { fault, type OAuthErrorCode, type OAuthFault } from './fault.ts';
import { type ResourceName, resourceOf } from './resource.ts';

/** A request that keeps all rules; what a person agrees to. */
export interface AskedAuthorization {
  readonly clientId: string;
  /** As asked, one of the client's. */
  readonly redirectUri: string;
  /** SHA-256 of the verifier, base64url (PKCE, S256). */
  readonly codeChallenge: string;
  readonly resource: ResourceName;
}

/** `told`: the fault goes to the client by redirect. `shown`: it does not, there is no one who is known to be the client. */
export type AuthorizationReading =
  | { readonly kind: 'asked'; readonly asked: AskedAuthorization }
  | { readonly kind: 'told'; readonly redirectUri: string; readonly fault: OAuthFault }
  | { readonly kind: 'shown'; readonly fault: OAuthFault };

const MAX_STATE = 2_048;

/**
 * Reads the parameters of a request of `client`. Unknown ones and `scope` are passed over: there is one scope.
 *
 * @param base Public address of the service, without a slash at its end.
 */
export function readAuthorization(
  parameters: ReadonlyMap<string, string>,
  client: OAuthClient,
  base: string,
): AuthorizationReading {
  const redirectUri = parameters.get('redirect_uri');
  if (redirectUri === undefined || !isRegisteredRedirect(redirectUri, client.redirectUris)) {
    const description = 'redirect_uri is not one of those that the client has registered.';
    return { kind: 'shown', fault: fault('invalid_request', description) };
  }
  const wrong = faultOf(parameters);
  if (wrong !== null) return { kind: 'told', redirectUri, fault: wrong };
  // A client of 2025 may name no resource: it is an MCP client, and gets no more than that.
  const named = parameters.get('resource');
  const resource = named === undefined ? 'mcp' : resourceOf(named, base);
  if (resource === null) {
    const description = 'resource must be the address of this service, or of its MCP endpoint.';
    return { kind: 'told', redirectUri, fault: fault('invalid_target', description) };
  }
  const codeChallenge = parameters.get('code_challenge') ?? '';
  return { kind: 'asked', asked: { clientId: client.id, redirectUri, codeChallenge, resource } };
}

type Rule = readonly [
  isKept: (given: ReadonlyMap<string, string>) => boolean,
  error: OAuthErrorCode,
  description: string,
];

const RULES: readonly Rule[] = [
  [
    (given) => (given.get('state') ?? '').length <= MAX_STATE,
    'invalid_request',
    `state may have ${MAX_STATE} characters.`,
  ],
  [
    (given) => !given.has('request') && !given.has('request_uri'),
    'request_not_supported',
    'Request objects are not supported.',
  ],
  [(given) => given.has('response_type'), 'invalid_request', 'response_type is missing.'],
  [
    (given) => given.get('response_type') === 'code',
    'unsupported_response_type',
    'response_type must be code.',
  ],
  [
    (given) => (given.get('response_mode') ?? 'query') === 'query',
    'invalid_request',
    'response_mode must be query.',
  ],
  [
    (given) => given.get('code_challenge_method') === 'S256',
    'invalid_request',
    'PKCE is needed: code_challenge_method must be S256.',
  ],
  [
    (given) => /^[A-Za-z0-9_-]{43}$/.test(given.get('code_challenge') ?? ''),
    'invalid_request',
    'code_challenge must be the base64url of a SHA-256, 43 characters.',
  ],
];

function faultOf(parameters: ReadonlyMap<string, string>): OAuthFault | null {
  const broken = RULES.find(([isKept]) => !isKept(parameters));
  return broken === undefined ? null : fault(broken[1], broken[2]);
}
