/** The authorization server for MCP clients, as routes: OAuth 2.1 with PKCE, for clients without secrets. */

import type { OAuth } from '../../../store/access/oauth/oauth.ts';
import type { Route } from '../route.ts';
import { answerRoute, askRoute } from './authorize.ts';
import type { OAuthRouteParts } from './endpoint.ts';
import { authorizationServerRoute, resourceRoutes } from './metadata.ts';
import { registerRoute } from './register.ts';
import { revokeRoute, tokenRoute } from './token.ts';

export type OAuthParts = Omit<OAuthRouteParts, 'oauth'> & {
  /** Null where there is none: see {@link isIssuer}. */
  readonly oauth: OAuth | null;
};

export function oauthRoutes(parts: OAuthParts): readonly Route[] {
  const { oauth, base } = parts;
  if (oauth === null) return resourceRoutes(base, false);
  const present = { ...parts, oauth };
  return [
    ...resourceRoutes(base, true),
    authorizationServerRoute(base),
    askRoute(present),
    answerRoute(present),
    tokenRoute(present),
    registerRoute(present),
    revokeRoute(present),
  ];
}

/**
 * Whether tokens may be given out at a public address: over https, or on this computer for development. Over plain http
 * everybody on the way would read them (RFC 8414 section 2 asks for https).
 */
export function isIssuer(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || isLoopback;
}
