/** What crosses the border between `turnout detectors check` and the process that the detector is checked in. */

import type { ConformanceResult } from '../../detectors/conformance.ts';
import type { ErrorCode, ErrorParts } from '../../errors.ts';

/** What the process is started with, as JSON in its arguments. */
export interface CheckSetup {
  /** Name of a detector, a package or the path of a module. */
  readonly detector: string;
  /** Folder that paths and packages are looked up from. */
  readonly fromDir: string;
  readonly modelsDir: string;
  readonly options: unknown;
  /** Longest time for loading, and for each check, ms. */
  readonly limitMs?: number;
}

export type CheckReport =
  | { readonly kind: 'loaded'; readonly name: string; readonly version: string }
  /** It could not be loaded. */
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly parts: ErrorParts }
  | { readonly kind: 'result'; readonly result: ConformanceResult };
