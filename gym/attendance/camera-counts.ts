/** What one camera of the room counted, as the estimator takes it. */

import type { Sample } from './sample.ts';

/** The part of a sample that an estimate is made of. */
export type AttendanceSample = Pick<Sample, 'atUtcMs' | 'count' | 'flags'>;

/** People of a camera on floor that another one sees too. */
export interface OverlapCounts {
  /** Of the zone: the same on each camera that sees that floor. */
  readonly name: string;
  /** The same samples with the count of the zone; null is unknown. */
  readonly samples: readonly AttendanceSample[];
}

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
  /** Whether its detector counts without boxes; with boxes where it is left out. */
  readonly isDensity?: boolean;
  /** What the people it counts, staff left out, are multiplied by; as they are without it. See `Calibration.cameras`. */
  readonly scale?: number;
  /** What it counts in its overlap zones; none without it. */
  readonly overlaps?: readonly OverlapCounts[];
  /**
   * Pixels of the picture that its detector looks at; null is unknown and taken for the smallest. Infinity where people are
   * drawn, of whom none is too small to be seen.
   */
  readonly inputPixels: number | null;
}
