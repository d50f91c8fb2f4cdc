/** A part of the torture bench: one way of hurting the real program (`support/program.ts`), and what must hold meanwhile. */

import type { Machine } from '../support/machine.ts';
import { type Figure, keepsLimit } from '../support/report.ts';

export interface PartOptions {
  /** The same seed makes the same faults in the same order. */
  readonly seed: number;
  /** Whether this run only shows that the part works. */
  readonly isShort: boolean;
  /** How much of it, in the unit of the part: kills, minutes. */
  readonly amount: number;
  /** Aborts when the time of a short run is over or the user ends the run: return what was measured until then. */
  readonly signal: AbortSignal;
  /** Shows one line of text where the run stands; call it as often as is useful. */
  readonly progress: (text: string) => void;
}

export interface TorturePart {
  /** As it is written on the command line. */
  readonly name: string;
  /** One line. */
  readonly what: string;
  /** A short run takes 10 to 15 s on a quiet machine. */
  readonly amount: { readonly unit: string; readonly long: number; readonly short: number };
  run(options: PartOptions): Promise<readonly Figure[]>;
}

/** One part as it ran. */
export interface PartRun {
  readonly part: string;
  /** The instant, ISO 8601 in UTC. */
  readonly when: string;
  readonly revision: string | null;
  readonly node: string;
  /** Load average before it. */
  readonly load: number;
  readonly seeds: readonly number[];
  readonly amount: number;
  /** Of `amount`. */
  readonly unit: string;
  readonly durationS: number;
  readonly figures: readonly Figure[];
  /** Why there are no figures; null where there are. */
  readonly fault: string | null;
}

export interface TortureResults {
  /** As it was in the last run. */
  readonly machine: Pick<Machine, 'processor' | 'cores' | 'memoryGb' | 'packages'>;
  readonly runs: readonly PartRun[];
}

/** Whether a part ran, and none of its goals was missed. */
export function holds({ fault, figures }: Pick<PartRun, 'fault' | 'figures'>): boolean {
  return fault === null && figures.every(keepsLimit);
}
