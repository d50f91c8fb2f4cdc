/** Where the authorization server answers. Source of the well-known ones: RFC 9728 section 3.1, RFC 8414 section 3. */

export const OAUTH_PATHS = {
  resource: '/.well-known/oauth-protected-resource',
  server: '/.well-known/oauth-authorization-server',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const;
