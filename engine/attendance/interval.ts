/** From bodies in the room to people who took part, and the range in which the truth is believed to be. */

import type { Bodies } from './body-count.ts';
import type { EstimateInput } from './estimate-input.ts';
import { mostFalse, mostUnseen } from './unseen.ts';

export interface People {
  readonly attended: number;
  /** At most `attended`, at least 0. */
  readonly low: number;
  /** At least `attended`. */
  readonly high: number;
  /** Before calibration. */
  readonly uncalibrated: number;
  readonly scale: number;
  /** People above the highest count that the range allows for, before calibration. */
  readonly unseen: number;
}

/**
 * Staff off, the room's factor on, never below 0.
 *
 * The range begins with the 75th percentile, less what may be none of a crowd, and ends with the highest smoothed count and
 * those nobody ever saw: as many as are hidden at any moment, or as are missing in pictures of full rooms, at least one. Where
 * the room was counted by hand, its own error stands for that of other full rooms and moves both ends outwards. The lower end
 * is moved by what is counted in the empty room. How often it holds the truth: `bench/engine/attendance.bench.ts`.
 */
export function peopleOf(
  of: Bodies,
  staff: number,
  room: Pick<EstimateInput, 'calibration' | 'emptyRoomBaseline'> & {
    /** See `smallestInput`. */
    readonly inputPixels: number | null;
  },
): People {
  const { calibration } = room;
  const scale = calibration?.scale ?? 1;
  const isCounted = calibration?.isApplied === true;
  const error = isCounted ? calibration.after.meanAbsolute : 0;
  const people = (count: number) => Math.max(0, count - staff);
  const uncalibrated = people(Math.round(of.bodies));
  const attended = Math.round(uncalibrated * scale);
  const crowd = isCounted ? Number.POSITIVE_INFINITY : room.inputPixels;
  const hidden = Math.max(1, Math.round(of.fluctuation * people(of.max)));
  const unseen = Math.max(hidden, mostUnseen(people(of.max), crowd));
  const certain = people(of.p75) - mostFalse(people(of.p75), crowd);
  const low = Math.floor(certain * scale - error - (room.emptyRoomBaseline ?? 0));
  return {
    attended,
    low: Math.max(0, Math.min(attended, low)),
    // Never below `attended`: one more than were ever seen at once.
    high: Math.ceil((people(of.max) + unseen) * scale + error),
    uncalibrated,
    scale,
    unseen,
  };
}
