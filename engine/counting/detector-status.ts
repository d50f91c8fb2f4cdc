/** How a detector is doing, for `/v1/status`, `/metrics` and `turnout status`. */

import type { DetectorLane } from '../pool/lanes/lanes.ts';

export interface DetectorStatus {
  /** As it calls itself; as the configuration names it where it could not be built. */
  readonly name: string;
  /** Whether it was built. */
  readonly isLoaded: boolean;
  /** Empty where it could not be built. */
  readonly version: string;
  readonly model: string | null;
  /** Input size, px; null while the detector is not loaded. */
  readonly input: { readonly width: number; readonly height: number } | null;
  /** What computes its models; null where it has none, or is not loaded. */
  readonly provider: string | null;
  readonly isWeak: boolean;
  readonly isQuarantined: boolean;
  readonly failures: number;
  /** How many of them of each code. */
  readonly faults: Readonly<Record<string, number>>;
  /** Code and sentence of the last failure; null when there was none. */
  readonly lastFailure: { readonly code: string; readonly detail: string } | null;
  /** Where it runs and why there; see `engine/pool/lanes`. */
  readonly lane: Omit<DetectorLane, 'id'>;
}
