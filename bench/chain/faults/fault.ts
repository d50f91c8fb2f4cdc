/** The contract of a fault: one way of hurting a chain that runs, and mending it. To add one: a row in `faults/`. */

import type { Chain } from './support/chain.ts';

export interface Fault {
  /** As it is written on the command line. */
  readonly name: string;
  /** As it is in the table. */
  readonly what: string;
  /** Why it cannot be done here; null where it can. */
  readonly missing?: () => string | null;
  /**
   * All boxes change their classes; where it has a length it goes on for so many changes. Calls `chain.mend()` when the fault is over; the table compares afterwards.
   *
   * @returns what else was found, for people. Rejects where something happened that never may.
   */
  run(chain: Chain, changes: number): Promise<string>;
}

/** Throws where something happened that never may. */
export function must(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what);
}
