/** The factors of each room from true counts, with the error before and after. */

import type { GymConfig } from '../../../config/config.ts';
import { type CountError, MIN_CLASSES } from '../../../gym/attendance/calibration.ts';
import { instant } from '../../../runtime/wire.ts';
import {
  type RoomCalibration,
  roomCalibrations,
} from '../../../service/findings/room-calibration.ts';
import type { OwnerParts } from './call.ts';

/** Counted classes of a room that are listed. Chosen here. */
const MAX_COUNTED = 200;

/** The rooms of a gym as the API and the page have them. Rejects with SQLite's error. */
export async function calibrationRows(
  classes: OwnerParts['classes'],
  gym: Pick<GymConfig, 'id' | 'rooms'>,
) {
  const rooms = await roomCalibrations(classes, gym);
  return rooms.map((one) => ({
    ...factorsView(one),
    counted: one.classes
      .slice(-MAX_COUNTED)
      .reverse()
      .map(({ count, estimated, corrected }) => ({
        session_id: count.classId,
        name: count.name,
        starts_at: instant(count.startsUtcMs),
        people: count.people,
        /** By the cameras: without factors, and with factors of the other classes. */
        estimated,
        corrected,
      })),
  }));
}

export function factorsView({ room, calibration, classes }: RoomCalibration) {
  const known = calibration?.classes ?? 0;
  return {
    room: room.id,
    name: room.name,
    on: room.calibration,
    state: stateOf(calibration, classes.length),
    classes: known,
    classes_needed: Math.max(0, MIN_CLASSES - known),
    factor: rounded(calibration?.scale ?? 1),
    /** Where cameras see the same people these hold, and not that of the room. */
    cameras: Object.entries(calibration?.cameras ?? {}).map(([camera, factor]) => ({
      camera,
      factor: rounded(factor),
    })),
    error_before: calibration && errorView(calibration.before),
    error_after: calibration?.isApplied === true ? errorView(calibration.after) : null,
  };
}

/** Nothing counted, nothing to compare yet, too few classes, no smaller error, or a smaller one. */
function stateOf(
  calibration: RoomCalibration['calibration'],
  counted: number,
): 'none' | 'waiting' | 'better' | 'no_better' | 'too_few' {
  if (counted === 0) return 'none';
  if (calibration === null) return 'waiting';
  if (calibration.isApplied) return 'better';
  return calibration.isJudged ? 'no_better' : 'too_few';
}

function errorView({ meanAbsolute, bias, withinOne }: CountError) {
  return { mean: rounded(meanAbsolute), bias: rounded(bias), within_one: rounded(withinOne) };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
