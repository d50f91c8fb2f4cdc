/** A refusal in the words of RFC 6749 section 5.2 and its followers: an expected state, and so a value. */

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

export interface OAuthFault {
  readonly error: OAuthErrorCode;
  /** For developers: printable ASCII without quotes and backslashes, nothing secret, nothing that was sent. */
  readonly description: string;
}

export function fault(error: OAuthErrorCode, description: string): OAuthFault {
  return { error, description };
}

export function isFault(value: object): value is OAuthFault {
  return 'error' in value;
}
