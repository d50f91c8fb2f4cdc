/** What an estimate of a class says. Together with the source `camera` it is what the history keeps. */

import type { Quality, QualityReason } from '../sessions/index.ts';

/** What the estimate was made of, for those who ask how. People unless said otherwise. */
export const ATTENDANCE_FIGURES = [
  /** Share of the core window with a good count, 0..1. */
  'coverage',
  /** Begin and end of the core window, ms after the start of the class. */
  'core_from_ms',
  'core_to_ms',
  /** Good instants in the core window, and the time between two of them, ms. */
  'samples',
  'step_ms',
  /** Percentiles and highest of the smoothed counts of the core window, staff included. */
  'p50',
  'p75',
  'p90',
  'max',
  /** p90 less p50. */
  'spread',
  /** The configured percentile: bodies in the room, staff included. */
  'bodies',
  /** Staff taken off. */
  'staff',
  /** People before calibration, and what they were multiplied by. */
  'uncalibrated',
  'scale',
  /** When the room filled and emptied, ms after the start and after the end of the class; below 0 is before. */
  'real_start_ms',
  'real_end_ms',
  /** People who came after the start, and who had left before the end. */
  'late_arrivals',
  'early_leavers',
  /** People counted in the empty room. */
  'empty_room',
] as const;

export type AttendanceFigure = (typeof ATTENDANCE_FIGURES)[number];

export interface AttendanceEstimate {
  /** People without staff; null where counts are missing for more than 60 % of the time. 0 where nobody came. */
  readonly attended: number | null;
  /** `low` ≤ `attended` ≤ `high`; null exactly where `attended` is. */
  readonly low: number | null;
  readonly high: number | null;
  readonly quality: Quality;
  /** Most important first. */
  readonly reasons: readonly QualityReason[];
  /** Null is unknown. */
  readonly figures: Readonly<Record<AttendanceFigure, number | null>>;
  /** {@link ATTENDANCE_METHOD}. To be kept with a digest of the settings. */
  readonly method: string;
}

/** Version of the method: raised with every change that can change a number. */
export const ATTENDANCE_METHOD = '1';
