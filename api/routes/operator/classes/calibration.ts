/** The factors of each room from true counts, with the error before and after, for the operator API. */

import type { GymConfig } from '../../../../config/config.ts';
import type { CountError } from '../../../../gym/attendance/calibration.ts';
import { MIN_CLASSES } from '../../../../gym/attendance/calibration.ts';
import {
  type RoomCalibration,
  roomCalibrations,
} from '../../../../service/findings/room-calibration.ts';
import {
  CALIBRATION_ANSWER,
  type CALIBRATION_STATES,
  type CalibrationBody,
  type RoomFactors,
} from '../../../schemas/operator/calibration.ts';
import type { Route } from '../../route.ts';
import { operatorRoute } from '../operator-route.ts';
import { gymOf, instant, isRefused, type OperatorParts } from '../parts.ts';

/** As its schema has it. */
const MAX_COUNTED = 200;

export function calibrationRoutes({ config, classes, file }: OperatorParts): readonly Route[] {
  return [
    operatorRoute({
      method: 'GET',
      path: '/operator/v1/calibration',
      operationId: 'get_calibration',
      summary: 'How far off the counts are, by room, and how true counts correct them.',
      description:
        'Each class is judged by factors of the others, so the error after is the one to expect in the next class. A room is switched with `calibration` of `PATCH /operator/v1/rooms/{room_id}`.',
      errors: ['gym_unknown'],
      parameters: { path: {}, query: {} },
      response: CALIBRATION_ANSWER,
      answer: async ({ owner }) => {
        const gym = gymOf(config(), owner);
        if (isRefused(gym)) return gym;
        const rooms = await calibrationRows(classes, gym);
        return { status: 200, value: { revision: await file.revision(), rooms } };
      },
    }),
  ];
}

/** The rooms of a gym as the API and the page have them. Rejects with SQLite's error. */
export async function calibrationRows(
  classes: OperatorParts['classes'],
  gym: Pick<GymConfig, 'id' | 'rooms'>,
): Promise<CalibrationBody['rooms']> {
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
        estimated,
        corrected,
      })),
  }));
}

export function factorsView({ room, calibration, classes }: RoomCalibration): RoomFactors {
  const known = calibration?.classes ?? 0;
  return {
    room: room.id,
    name: room.name,
    on: room.calibration,
    state: stateOf(calibration, classes.length),
    classes: known,
    classes_needed: Math.max(0, MIN_CLASSES - known),
    factor: rounded(calibration?.scale ?? 1),
    cameras: Object.entries(calibration?.cameras ?? {}).map(([camera, factor]) => ({
      camera,
      factor: rounded(factor),
    })),
    error_before: calibration && errorView(calibration.before),
    error_after: calibration?.isApplied === true ? errorView(calibration.after) : null,
  };
}

function stateOf(
  calibration: RoomCalibration['calibration'],
  counted: number,
): (typeof CALIBRATION_STATES)[number] {
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
