/** Who may see what: a key belongs to one gym and one role. */

/** `owner`: everything of its gym. `manager`: its figures. `trainer`: own figures only. `free`: the gym `demo`, counted lookups. `screen`: the wall. */
export const ROLES = ['owner', 'manager', 'trainer', 'free', 'screen'] as const;
export type Role = (typeof ROLES)[number];

/** The gym of free keys. */
export const FREE_GYM_ID = 'demo';

/** Which gyms of a chain a key of the head office may see. */
export type KeyScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'group'; readonly group: string }
  | { readonly kind: 'gyms'; readonly gyms: readonly string[] };

export interface KeyFacts {
  /** `key_` and 16 letters and digits; not secret. */
  readonly id: string;
  /** First 8 characters of the key, for lists. */
  readonly prefix: string;
  /** Empty for a key of several gyms. */
  readonly gymId: string;
  /** Of a key of several gyms, which a head office alone has: it belongs to none of them. */
  readonly scope?: KeyScope;
  readonly role: Role;
  /** Whose figures a `trainer` key sees; null for the other roles. */
  readonly trainerId: string | null;
  /** What a person called it. */
  readonly label: string | null;
  /** Lookups in all, 1..; null is without limit. */
  readonly lookupLimit: number | null;
  /**
   * As it was when the key was listed. With a limit, a crash may make it up to one block too high, never too low; without one it may lack the last minute
   * before the crash.
   */
  readonly lookupsUsed: number;
  readonly createdUtcMs: number;
  readonly revokedUtcMs: number | null;
}

export interface NewKey {
  /** Empty where there is a scope. */
  readonly gymId: string;
  readonly scope?: KeyScope;
  readonly role: Role;
  readonly trainerId?: string;
  readonly label?: string;
  /** Default: 100 for `free`, without limit for the others. */
  readonly lookupLimit?: number;
  /** For the audit log: `command line`, `get-key`, `set-up code`, or the id of a key. */
  readonly by: string;
}
