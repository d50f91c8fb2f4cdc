/** What an estimate of a class is made from. All times are ms since 1970, UTC; no zone, no clock, no store. */

import type { Calibration } from '../calibration.ts';
import type { CameraCounts } from '../sample.ts';

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
