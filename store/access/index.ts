/** Door of the access: keys, roles, lookups, rates. */

export type { Access, Principal } from './access.ts';
export {
  addressGroup,
  clientAddress,
  type TrustedProxies,
  trustedProxies,
} from './client-address.ts';
export { FREE_GYM_ID, type KeyFacts, type NewKey, ROLES, type Role } from './key.ts';
export { type AccessLimits, createLimits } from './limits.ts';
export { type AskedAuthorization, readAuthorization } from './oauth/authorization-request.ts';
export type { OAuthClient } from './oauth/client.ts';
export { createOAuth, type OAuthParts } from './oauth/create-oauth.ts';
export { fault, isFault, type OAuthErrorCode, type OAuthFault } from './oauth/fault.ts';
export type { IssuedTokens, OAuth } from './oauth/oauth.ts';
export { isLoopbackRedirect, redirectHost, withAnswer } from './oauth/redirect-uri.ts';
export { type ResourceName, resourceAddress, resourceOf } from './oauth/resource.ts';
export { type AccessOptions, openAccess } from './open.ts';
export type { RateLimiter, RateVerdict } from './rate-limiter.ts';
export type { Window, WindowLimiter } from './window-limiter.ts';
