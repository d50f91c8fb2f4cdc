/** The gyms of a chain beside their figures: what they are called, and how their boxes are. A head office has them. */

import type { KeyScope } from '../../store/access/key.ts';

export interface ListedGym {
  /** In the interface. */
  readonly id: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly timezone: string;
  /** ISO 4217; null is unknown. */
  readonly currency: string | null;
}

/** What is known of the box of a gym. */
export interface BoxLine {
  /** When it last sent something, ms since 1970, UTC: null where it never did. A box that is well sends every five minutes. */
  readonly heardUtcMs: number | null;
  /** `none`: no box has joined. `ended`: the pass of each was revoked. */
  readonly pass: 'good' | 'ended' | 'none';
  /** How many cameras are in each state, as the box said last; null where it has not. */
  readonly cameras: Readonly<Record<string, number>> | null;
}

export interface OfficeGyms {
  /** From memory, by their names. O(gyms). */
  listed(scope: KeyScope): readonly ListedGym[];
  /** Of all gyms, by id. Rejects with `database_unusable`. */
  lines(): Promise<ReadonlyMap<string, BoxLine>>;
  /** Whether the box of a gym answered what it was asked last, lately. */
  isReached(gymId: string): boolean;
}
