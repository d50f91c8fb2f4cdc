/**
 * What a client asks for at the authorization endpoint, and the rules it must keep. Until client and redirect address are
 * known to be good nothing may be sent to that address: such faults are shown to the person.
 */

/** A request that keeps all rules; what a person agrees to. */
export interface AuthorizationRequest {
  readonly clientId: string;
  /** As asked, one of the client's. */
  readonly redirectUri: string;
  /** SHA-256 of the verifier, base64url (PKCE, S256). */
  readonly codeChallenge: string;
  readonly resource: ResourceName;
}

const MAX_STATE = 2_048;

/**
 * Reads the parameters of a request of `client`. Unknown ones and `scope` are passed over: there is one scope. `told`: the fault
 * goes to the client by redirect. `shown`: it does not, there is no one who is known to be the client.
 *
 * @param base Public address of the service, without a slash at its end.
 */
export function readAuthorization(
  parameters: ReadonlyMap<string, string>,
  client: { readonly id: string; readonly redirectUris: readonly string[] },
  base: string,
) {
  const redirectUri = parameters.get('redirect_uri');
  if (redirectUri === undefined || !isRegisteredRedirect(redirectUri, client.redirectUris)) {
    const words = 'redirect_uri is not one of those that the client has registered.';
    return { kind: 'shown', fault: fault('invalid_request', words) } as const;
  }
  const wrong = faultOf(parameters);
  if (wrong !== null) return { kind: 'told', redirectUri, fault: wrong } as const;
  // A client of 2025 may name no resource: it is an MCP client, and gets no more than that.
  const named = parameters.get('resource');
  const resource = named === undefined ? 'mcp' : resourceOf(named, base);
  if (resource === null) {
    const description = 'resource must be the address of this service, or of its MCP endpoint.';
    return { kind: 'told', redirectUri, fault: fault('invalid_target', description) } as const;
  }
  const codeChallenge = parameters.get('code_challenge') ?? '';
  const asked: AuthorizationRequest = { clientId: client.id, redirectUri, codeChallenge, resource };
  return { kind: 'asked', asked } as const;
}

/** Whether a rule is broken, what it says, and the error where that is not `invalid_request`. */
type Rule = readonly [isBroken: boolean, words: string, error?: OAuthErrorCode];

function faultOf(parameters: ReadonlyMap<string, string>): OAuthFault | null {
  const given = Object.fromEntries(parameters);
  const { state = '', response_type: type, response_mode: mode = 'query' } = given;
  const { code_challenge: challenge = '', code_challenge_method: method } = given;
  const isObject = parameters.has('request') || parameters.has('request_uri');
  const rules: readonly Rule[] = [
    [state.length > MAX_STATE, `state may have ${MAX_STATE} characters.`],
    [isObject, 'Request objects are not supported.', 'request_not_supported'],
    [type === undefined, 'response_type is missing.'],
    [type !== 'code', 'response_type must be code.', 'unsupported_response_type'],
    [mode !== 'query', 'response_mode must be query.'],
    [method !== 'S256', 'PKCE is needed: code_challenge_method must be S256.'],
    [!CHALLENGE.test(challenge), CHALLENGE_WORDS],
  ];
  const [, words, error = 'invalid_request'] = rules.find(([isBroken]) => isBroken) ?? [];
  return words === undefined ? null : fault(error, words);
}

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const CHALLENGE_WORDS = 'code_challenge must be the base64url of a SHA-256, 43 characters.';

export type OAuthErrorCode =
  // RFC 6749
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'temporarily_unavailable'
  // RFC 7009
  | 'unsupported_token_type'
  // RFC 7591
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  // RFC 8707
  | 'invalid_target'
  // OpenID Connect Core 3.1.2.6
  | 'request_not_supported';

/** A refusal in the words of RFC 6749 section 5.2 and its followers: an expected state, and so a value. */
export interface OAuthFault {
  readonly error: OAuthErrorCode;
  /** For developers: printable ASCII without quotes and backslashes, nothing secret, nothing that was sent. */
  readonly description: string;
}

export const fault = (error: OAuthErrorCode, description: string) => ({ error, description });

export const isFault = (value: object): value is OAuthFault => 'error' in value;

/** What a token is good for (RFC 8707): `service` is the public address itself and everything under it, `mcp` is `/mcp` under it only. */
export type ResourceName = 'service' | 'mcp';

/** Path of the MCP endpoint. */
const MCP_PATH = '/mcp';

/** The address of a resource as documents name it. @param base Public address without a slash at its end. */
export function resourceAddress(name: ResourceName, base: string): string {
  return name === 'mcp' ? `${base}${MCP_PATH}` : base;
}

/** The resource that an address means, or null for one that is not ours. An address without a path may end in a slash. */
export function resourceOf(address: string, base: string): ResourceName | null {
  if (address === resourceAddress('mcp', base)) return 'mcp';
  return address === base || address === `${base}/` ? 'service' : null;
}

const MAX_LENGTH = 512;
/**
 * Where an answer may be sent: https, or http on this computer's loopback, as MCP asks (specification 2026-07-28,
 * authorization). Compared as texts, so an address has one spelling only; anything that two parsers could read in two
 * ways is refused.
 */
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?=[:/]|$)/;

/**
 * Whether a client may have this address: written as the WHATWG URL standard would write it (so no `..`, no backslash, no
 * capitals in the host), no user, no fragment, 1..512 printable ASCII characters.
 */
export function isAllowedRedirect(uri: string): boolean {
  if (uri.length > MAX_LENGTH || !/^[!-~]+$/.test(uri) || uri.includes('#')) return false;
  if (!URL.canParse(uri)) return false;
  const url = new URL(uri);
  // `https://host` for `https://host/`: the slash may be left out where nothing follows.
  const isBare = url.pathname === '/' && url.search === '' && `${uri}/` === url.href;
  const isWritten = url.href === uri || isBare;
  const isNamed = url.username === '' && url.password === '' && !url.hostname.endsWith('.');
  return isWritten && isNamed && (url.protocol === 'https:' || LOOPBACK.test(uri));
}

/**
 * Whether `redirect` is one of the `registered`: the same text, but that a loopback address may have any port, since a
 * program takes one that is free (RFC 8252 section 7.3).
 */
export function isRegisteredRedirect(redirect: string, registered: readonly string[]): boolean {
  if (!isAllowedRedirect(redirect)) return false;
  const wanted = withoutLoopbackPort(redirect);
  return registered.some((one) => withoutLoopbackPort(one) === wanted);
}

function withoutLoopbackPort(uri: string): string {
  const host = LOOPBACK.exec(uri)?.[0];
  return host === undefined ? uri : `${host}${uri.slice(host.length).replace(/^:\d+/, '')}`;
}

/** Whether an allowed address is of a program on the same computer as the browser. */
export const isLoopbackRedirect = (uri: string): boolean => LOOPBACK.test(uri);

/** Host and port, as a person is shown them. */
export const redirectHost = (uri: string): string => new URL(uri).host;

/** `uri` with an answer in its query; what it has there already stays as it is. */
export function withAnswer(uri: string, answer: Readonly<Record<string, string>>): string {
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(answer).toString()}`;
}
