/** From bodies in the room to people who took part, and the range in which the truth is believed to be. */

import type { Bodies } from './body-count.ts';
import type { EstimateInput } from './estimate-input.ts';

export interface People {
  readonly attended: number;
  /** At most `attended`, at least 0. */
  readonly low: number;
  /** At least `attended`. */
  readonly high: number;
  /** Before calibration. */
  readonly uncalibrated: number;
  readonly scale: number;
}

/**
 * Staff off, the room's factor on, never below 0.
 *
 * The range begins with the 75th percentile and ends with the highest smoothed count and those nobody ever saw: as many as
 * are hidden at any moment, and at least one. Both ends are moved outwards by the room's error after calibration, and the
 * lower one by what is counted in the empty room. How often it holds the truth: `bench/engine/attendance.bench.ts`.
 */
export function peopleOf(
  of: Bodies,
  staff: number,
  room: Pick<EstimateInput, 'calibration' | 'emptyRoomBaseline'>,
): People {
  const { calibration } = room;
  const scale = calibration?.scale ?? 1;
  const error = calibration?.isApplied === true ? calibration.after.meanAbsolute : 0;
  const people = (count: number) => Math.max(0, count - staff);
  const uncalibrated = people(Math.round(of.bodies));
  const attended = Math.round(uncalibrated * scale);
  const neverSeen = Math.max(1, Math.round(of.fluctuation * people(of.max)));
  const low = Math.floor(people(of.p75) * scale - error - (room.emptyRoomBaseline ?? 0));
  return {
    attended,
    low: Math.max(0, Math.min(attended, low)),
    // Never below `attended`: one more than were ever seen at once.
    high: Math.ceil((people(of.max) + neverSeen) * scale + error),
    uncalibrated,
    scale,
  };
}
