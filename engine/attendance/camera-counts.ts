/** What one camera of the room counted, as the estimator takes it. */

import type { Sample } from '../counts/index.ts';

/** The part of a sample that an estimate is made of. */
export type AttendanceSample = Pick<Sample, 'atUtcMs' | 'count' | 'flags'>;

export interface CameraCounts {
  /** In order of time. */
  readonly samples: readonly AttendanceSample[];
  /** Time between two samples that was planned during the class, ms, over 0. */
  readonly plannedPeriodMs: number;
  /** Whether staff zones take the staff off its counts. */
  readonly hasStaffZone: boolean;
  /** Whether it counts in count zones only. What of the room they show is not known to the program. */
  readonly hasCountZone: boolean;
  /** Whether its detector is a weak one. */
  readonly isWeakDetector: boolean;
  /**
   * Pixels of the picture that its detector looks at; null is unknown and taken for the smallest. Infinity where people are
   * drawn, of whom none is too small to be seen.
   */
  readonly inputPixels: number | null;
}
