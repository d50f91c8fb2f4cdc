/** How a client learns where it gets a token: `WWW-Authenticate` (RFC 6750 section 3, RFC 9728 section 5.1). */

import { type ResourceName, resourceAddress } from '../../store/access/oauth/resource.ts';
import type { Headers } from '../http/message.ts';

/** Where the authorization server answers; the well-known ones of RFC 9728 and RFC 8414. */
export const OAUTH_PATHS = {
  resource: '/.well-known/oauth-protected-resource',
  server: '/.well-known/oauth-authorization-server',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const;

/** What was wrong with what was shown; null where nothing was. */
export interface ChallengeFault {
  readonly error: 'invalid_request' | 'invalid_token';
  /** Printable ASCII without quotes and backslashes. */
  readonly description: string;
}

/** What someone wanted to get into. */
export interface Guarded {
  readonly resource: ResourceName;
  /** Public address of the service, without a slash at its end. */
  readonly base: string;
}

/** Leads to the metadata of the resource: its path stands behind the well-known one (RFC 9728 section 3.1). */
export function challenge({ resource, base }: Guarded, fault?: ChallengeFault): Headers {
  const parts = [
    `resource_metadata="${base}${OAUTH_PATHS.resource}${resourceAddress(resource, '')}"`,
    ...(fault === undefined
      ? []
      : [`error="${fault.error}"`, `error_description="${fault.description}"`]),
  ];
  return [['WWW-Authenticate', `Bearer ${parts.join(', ')}`]];
}
