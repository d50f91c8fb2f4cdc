/** How a client learns where it gets a token: `WWW-Authenticate` (RFC 6750 section 3, RFC 9728 section 5.1). */

import type { Headers } from '../routes/route.ts';

/** What was wrong with what was shown; nothing is said where nothing was. */
export interface ChallengeFault {
  readonly error: 'invalid_request' | 'invalid_token';
  /** Printable ASCII without quotes and backslashes. */
  readonly description: string;
}

/** @param base Public address of the service, without a slash at its end. */
export function challenge(base: string, fault?: ChallengeFault): Headers {
  const parts = [
    `resource_metadata="${base}/.well-known/oauth-protected-resource"`,
    ...(fault === undefined
      ? []
      : [`error="${fault.error}"`, `error_description="${fault.description}"`]),
  ];
  return [['WWW-Authenticate', `Bearer ${parts.join(', ')}`]];
}
