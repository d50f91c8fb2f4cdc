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

interface Rule {
  readonly isKept: (parameters: ReadonlyMap<string, string>) => boolean;
  readonly error: OAuthErrorCode;
  readonly description: string;
}

const RULES: readonly Rule[] = [
  {
    isKept: (given) => (given.get('state') ?? '').length <= MAX_STATE,
    error: 'invalid_request',
    description: `state may have ${MAX_STATE} characters.`,
  },
  {
    isKept: (given) => !given.has('request') && !given.has('request_uri'),
    error: 'request_not_supported',
    description: 'Request objects are not supported.',
  },
  {
    isKept: (given) => given.has('response_type'),
    error: 'invalid_request',
    description: 'response_type is missing.',
  },
  {
    isKept: (given) => given.get('response_type') === 'code',
    error: 'unsupported_response_type',
    description: 'response_type must be code.',
  },
  {
    isKept: (given) => (given.get('response_mode') ?? 'query') === 'query',
    error: 'invalid_request',
    description: 'response_mode must be query.',
  },
  {
    isKept: (given) => given.get('code_challenge_method') === 'S256',
    error: 'invalid_request',
    description: 'PKCE is needed: code_challenge_method must be S256.',
  },
  {
    isKept: (given) => /^[A-Za-z0-9_-]{43}$/.test(given.get('code_challenge') ?? ''),
    error: 'invalid_request',
    description: 'code_challenge must be the base64url of a SHA-256, 43 characters.',
  },
];

function faultOf(parameters: ReadonlyMap<string, string>): OAuthFault | null {
  const broken = RULES.find(({ isKept }) => !isKept(parameters));
  return broken === undefined ? null : fault(broken.error, broken.description);
}
