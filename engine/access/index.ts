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
export type { OAuth } from './oauth/oauth.ts';
export type { ResourceName } from './oauth/resource.ts';
export type { RateLimiter, RateVerdict } from './rate-limiter.ts';
export type { Window, WindowLimiter } from './window-limiter.ts';
export { type AccessOptions, openAccess } from './open.ts';
