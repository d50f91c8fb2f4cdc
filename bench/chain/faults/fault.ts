/** The contract of a fault: one way of hurting a chain that runs, and mending it. To add one: a row in `faults.ts`. */

import type { Chain } from './support/chain.ts';

export interface FaultOptions {
  /** How long it goes on where it has a length: changes that are made meanwhile. */
  readonly changes: number;
  readonly isShort: boolean;
}

export interface Fault {
  /** As it is written on the command line. */
  readonly name: string;
  /** As it is in the table. */
  readonly what: string;
  /** Whether a short run leaves it out: it takes long by its nature, or another row or a test has nearly the same. */
  readonly isLong?: true;
  /** Why it cannot be done here; null where it can. */
  readonly missing?: () => string | null;
  /**
   * All boxes change their classes. Calls `chain.mend()` when the fault is over; the table compares afterwards.
   *
   * @returns what else was found, for people. Rejects where something happened that never may.
   */
  run(chain: Chain, options: FaultOptions): Promise<string>;
}

/** Throws where something happened that never may. */
export function must(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what);
}
