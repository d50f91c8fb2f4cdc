/** Door of the access: keys, roles, lookups, rates. */

export type { Access, Principal } from './access.ts';
export { type KeyFacts, type NewKey, ROLES, type Role } from './key.ts';
export type { OAuth } from './oauth/oauth.ts';
export type { ResourceName } from './oauth/resource.ts';
