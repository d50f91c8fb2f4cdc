/** Door of the access: keys, roles, lookups, rates. */

export type { Access, Principal } from './access.ts';
export { type KeyFacts, type NewKey, ROLES, type Role } from './key.ts';
