/**
 * A program that asks for access, and what it says of itself: the same rules whether it is registered here or has a
 * metadata document. All clients are public: none has a secret, PKCE stands in for it.
 */

import { fault, type OAuthErrorCode, type OAuthFault } from '../fault.ts';
import { isOneScript, shownName } from './name.ts';
import { isAllowedRedirect, redirectHost } from './redirect-uri.ts';

export interface OAuthClient {
  /** `client_` and 24 letters and digits, or the https address of a metadata document. */
  readonly id: string;
  /** What it calls itself: no one has checked it. 1..80 characters that can be shown. */
  readonly name: string;
  /** 1..10, each one {@link isAllowedRedirect}. */
  readonly redirectUris: readonly string[];
}

const MAX_REDIRECTS = 10;

/** What a client says of itself, without its id. */
export type ClientFacts = Omit<OAuthClient, 'id'>;

/**
 * Reads client metadata (RFC 7591 section 2). Members that mean nothing here are passed over; a client that cannot work
 * with what there is here (codes, no secret) is told so.
 */
export function readClientMetadata(metadata: unknown): ClientFacts | OAuthFault {
  if (!isObject(metadata)) return bad('The metadata must be a JSON object.');
  const redirectUris = metadata['redirect_uris'];
  if (!isTextList(redirectUris) || redirectUris.length === 0) {
    return bad('redirect_uris must be a list of addresses.', 'invalid_redirect_uri');
  }
  if (redirectUris.length > MAX_REDIRECTS || !redirectUris.every(isAllowedRedirect)) {
    return bad(
      `redirect_uris: up to ${MAX_REDIRECTS}, each https or http on loopback, in canonical form, without user and fragment.`,
      'invalid_redirect_uri',
    );
  }
  if (!mayInclude(metadata['grant_types'], 'authorization_code')) {
    return bad('grant_types must include authorization_code: it is the only way in.');
  }
  if (!mayInclude(metadata['response_types'], 'code')) {
    return bad('response_types must include code: it is the only one.');
  }
  const name = shownName(metadata['client_name']);
  if (name !== null && !isOneScript(name)) {
    return bad(
      'client_name must be of one script: letters of several, such as Latin and Cyrillic, can look the same.',
    );
  }
  return { name: name ?? redirectHost(redirectUris[0] ?? ''), redirectUris };
}

/** Left out, or a list with `value`. */
function mayInclude(list: unknown, value: string): boolean {
  return list === undefined || (isTextList(list) && list.includes(value));
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function bad(description: string, error: OAuthErrorCode = 'invalid_client_metadata'): OAuthFault {
  return fault(error, description);
}
