/** From bodies in the room to people who took part, and the range in which the truth is believed to be. */

import type { Bodies } from '../body-count.ts';
import type { EstimateInput } from './input.ts';
import { mostFalse, mostUnseen, type Sight } from './unseen.ts';

export interface People {
  readonly attended: number;
  /** At most `attended`, at least 0. */
  readonly low: number;
  /** At least `attended`. */
  readonly high: number;
  /** Before the factor of the room. */
  readonly uncalibrated: number;
  /** People above the highest count that the range allows for, before calibration. */
  readonly unseen: number;
}

/** Mean errors within which nine of ten lie: 1.645 ÷ 0.798 of a normal distribution. */
const ERRORS = 2;

/**
 * Staff off, the room's factor on, never below 0.
 *
 * The range begins with the 75th percentile, less what may be none of a crowd, and ends with the highest smoothed count and
 * those no one ever saw: as many as are hidden at any moment, or as are missing in pictures of full rooms, at least one. Where
 * the room was counted by hand, twice its own error moves both ends outwards, and other full rooms weigh as much as doubt is left. The lower end
 * is moved by what is counted in the empty room. How often it holds the truth: `docs/counting.md`.
 */
export function peopleOf(
  of: Bodies,
  staff: number,
  room: Pick<EstimateInput, 'calibration' | 'emptyRoomBaseline'> & {
    /** See `smallestInput`. */
    readonly inputPixels: Sight;
    /** What people are multiplied by; 1 where their cameras were. */
    readonly scale: number;
  },
): People {
  const { calibration, scale } = room;
  const isCounted = calibration?.isJudged === true;
  const error = isCounted ? calibration.after.meanAbsolute * ERRORS : 0;
  const doubt = isCounted ? calibration.doubt : 1;
  const people = (count: number) => Math.max(0, count - staff);
  const uncalibrated = people(Math.round(of.bodies));
  const attended = Math.round(uncalibrated * scale);
  const hidden = Math.max(1, Math.round(of.fluctuation * people(of.max)));
  const unseen = Math.max(hidden, doubt * mostUnseen(people(of.max), room.inputPixels));
  const certain = people(of.p75) - doubt * mostFalse(people(of.p75), room.inputPixels);
  const low = Math.floor(certain * scale - error - (room.emptyRoomBaseline ?? 0));
  return {
    attended,
    low: Math.max(0, Math.min(attended, low)),
    // Never below `attended`: one more than were ever seen at once.
    high: Math.ceil((people(of.max) + unseen) * scale + error),
    uncalibrated,
    unseen,
  };
}
