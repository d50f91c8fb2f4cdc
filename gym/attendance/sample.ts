/**
 * One sample: what one keyframe of one camera said, the unit of the counts store and of the history; and what an estimate of
 * a class is made from. All times are ms since 1970, UTC; no zone, no clock, no store.
 */

import type { QualityReason } from '../sessions/session.ts';
import type { Calibration } from './calibration.ts';

/** Bits of {@link Sample.flags}: why a sample's count must not be trusted. */
export const SAMPLE_FLAGS = {
  /** The detector is still warming up: there is no count. */
  warmingUp: 1,
  /** The picture is black or covered. */
  black: 2,
  /** The picture has not changed for too long: the camera is frozen. */
  frozen: 4,
} as const;

/** Most zones whose counts a sample keeps apart; a camera may not have more. */
export const MAX_ZONES = 16;

export interface Sample {
  /** The keyframe's own time, ms since 1970, UTC. */
  readonly atUtcMs: number;
  /** Position in the stream, ms; null where the source has none. */
  readonly mediaMs: number | null;
  /** People counted: inside a count zone (or anywhere when none is drawn), in no ignore or staff zone. Null is unknown. */
  readonly count: number | null;
  /** People in staff zones. */
  readonly staff: number;
  /** Detections in ignore zones or outside all count zones. */
  readonly ignored: number;
  /** People in each zone, in the order of the camera's zones; at most {@link MAX_ZONES}. */
  readonly zones: readonly number[];
  /** Mean score of those counted, 0..1; null when no one was. */
  readonly confidence: number | null;
  /** {@link SAMPLE_FLAGS} or-ed together; 0 is a good sample. */
  readonly flags: number;
  /** Mean brightness of the picture, 0..255. */
  readonly luma: number;
  /** Hash of the picture's coarse pixels, 32 bits, unsigned: equal hashes one after another mean a frozen picture. */
  readonly fingerprint: number;
  /** Time spent decoding and fitting, µs. */
  readonly decodeUs: number;
  /** Time spent in the detector, µs. */
  readonly detectUs: number;
}

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
  /** Whether its detector counts without boxes; with boxes where it is left out. */
  readonly isDensity?: boolean;
  /** What the people it counts, staff left out, are multiplied by; as they are without it. See `Calibration.cameras`. */
  readonly scale?: number;
  /**
   * What it counts on floor that another camera sees too: the name of the zone, which is the same on both, and the same
   * samples with the count of the zone, where null is unknown. None without it.
   */
  readonly overlaps?: readonly Pick<CameraCounts & { readonly name: string }, 'name' | 'samples'>[];
  /**
   * Pixels of the picture that its detector looks at; null is unknown and taken for the smallest. Infinity where people are
   * drawn, of whom none is too small to be seen.
   */
  readonly inputPixels: number | null;
}

/** A sample that may be used. */
export type GoodSample = AttendanceSample & { readonly count: number };

export function isGood(sample: AttendanceSample): sample is GoodSample {
  return sample.flags === 0 && sample.count !== null;
}

/** Why a sample may not be used; a flag overrides a missing count, since it says why the count is missing. */
export function faultOf({ flags }: AttendanceSample): QualityReason {
  if ((flags & SAMPLE_FLAGS.frozen) !== 0) return 'frozen_picture';
  if ((flags & SAMPLE_FLAGS.black) !== 0) return 'black_picture';
  if ((flags & SAMPLE_FLAGS.warmingUp) !== 0) return 'warming_up';
  return 'low_coverage';
}

/** What an estimate of a class is made from. */
export interface EstimateInput {
  readonly startsUtcMs: number;
  /** After `startsUtcMs`. */
  readonly endsUtcMs: number;
  /** A class that has not ended by then is estimated over what has passed of it. */
  readonly nowUtcMs: number;
  /** End of the class before in the same room; null where there is none or it is hours away. */
  readonly previousEndsUtcMs: number | null;
  /** Start of the class after in the same room. */
  readonly nextStartsUtcMs: number | null;
  /** Whether it shared the room with another class for more than half of the longer one. */
  readonly isShared: boolean;
  /** The cameras of the room in the order of the configuration: the first is the primary one. */
  readonly cameras: readonly CameraCounts[];
  /** How several cameras become one count; see `RoomConfig.cameraRule`. */
  readonly rule: 'max' | 'sum' | 'primary';
  /** Percentile of the smoothed counts taken for the people in the room, 0.5..1. */
  readonly percentile: number;
  /** Staff in view where no camera of the room has a staff zone, 0... */
  readonly staff: number;
  /** Of the room; null where no one counted by hand. */
  readonly calibration: Calibration | null;
  /** People counted in the room when it is empty: {@link emptyRoomBaseline}; null is unknown. */
  readonly emptyRoomBaseline: number | null;
}

/**
 * Samples are looked at from this long before a class to this long after it: the longest pause of a change-over and what
 * is needed of the neighbour's level. Give all of them; more changes nothing.
 */
export const SAMPLES_MARGIN_MS = 20 * 60_000;

/* What an estimate of a class says. Together with the source `camera` it is what the history keeps. */

/** What an estimate was made of, for those who ask how; null is unknown. People unless said otherwise. */
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
  /** People counted in the empty room. */
  empty_room: null,
};

export type AttendanceFigures = Readonly<Record<keyof typeof NO_FIGURES, number | null>>;

/** Version of the method: raised with every change that can change a number. */
export const ATTENDANCE_METHOD = '2';
