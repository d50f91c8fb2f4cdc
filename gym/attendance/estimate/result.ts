/** What an estimate of a class says. Together with the source `camera` it is what the history keeps. */

import type { Quality, QualityReason } from '../../sessions/session.ts';

/** The figures of an estimate of which nothing is known. What each says stands here. People unless said otherwise. */
export const NO_FIGURES = {
  /** Share of the core window with a good count, 0..1. */
  coverage: null,
  /** Begin and end of the core window, ms after the start of the class. */
  core_from_ms: null,
  core_to_ms: null,
  /** Good instants in the core window, and the time between two instants, ms. */
  samples: null,
  step_ms: null,
  /** Percentiles and highest of the smoothed counts of the core window, staff included. */
  p50: null,
  p75: null,
  p90: null,
  max: null,
  /** p90 less p50. */
  spread: null,
  /** Variance of the smoothed counts ÷ p90: about the share of people hidden at any moment. */
  fluctuation: null,
  /** The configured percentile: bodies in the room, staff included. */
  bodies: null,
  /** Staff taken off. */
  staff: null,
  /** People before calibration, and what they were multiplied by. */
  uncalibrated: null,
  scale: null,
  /** People above the highest count that the range allows for. */
  unseen: null,
  /** Pixels of the smallest input among the room's detectors; 0 where that was not known. */
  input_pixels: null,
  /** When the room filled and emptied, ms after the start and after the end of the class; below 0 is before. */
  real_start_ms: null,
  real_end_ms: null,
  /** People who came after the start, and who had left before the end. */
  late_arrivals: null,
  early_leavers: null,
  /** People counted in the empty room. */
  empty_room: null,
} as const satisfies Readonly<Record<string, null>>;

export type AttendanceFigure = keyof typeof NO_FIGURES;

/** What an estimate was made of, for those who ask how; null is unknown. */
export type AttendanceFigures = Readonly<Record<AttendanceFigure, number | null>>;

export interface AttendanceEstimate {
  /** People without staff; null where counts are missing for more than 60 % of the time. 0 where no one came. */
  readonly attended: number | null;
  /** `low` ≤ `attended` ≤ `high`; null exactly where `attended` is. */
  readonly low: number | null;
  readonly high: number | null;
  readonly quality: Quality;
  /** Most important first. */
  readonly reasons: readonly QualityReason[];
  readonly figures: AttendanceFigures;
  /** {@link ATTENDANCE_METHOD}. To be stored with a digest of the settings. */
  readonly method: string;
}

/** Version of the method: raised with every change that can change a number. */
export const ATTENDANCE_METHOD = '2';
