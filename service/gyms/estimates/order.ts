/** What an estimator is given of one class. */

import type { GymConfig } from '../../../config/config.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import { seesTheSame } from '../calibrations.ts';
import { methodOf } from '../method.ts';
import { neighboursOf } from '../rooms/neighbours.ts';
import type { RoomFacts } from '../rooms/room-facts.ts';
import { heldAround } from './empty-rooms.ts';
import type { EstimateOrder } from './estimator.ts';

/** What is known of the cameras that counts come from. */
export interface CameraTraits {
  /** Whether a camera's detector is known to miss and double people. */
  isWeak(cameraId: string): boolean;
  /** Whether a camera's detector counts without boxes. */
  isDensity(cameraId: string): boolean;
  /** Pixels of the picture that a camera's detector looks at; null while unknown. */
  inputPixels(cameraId: string): number | null;
  /** Time between a camera's keyframes, ms; null while unknown. */
  gopMs(cameraId: string): number | null;
}

export interface OrderParts {
  readonly gym: Pick<GymConfig, 'attendance'>;
  readonly traits: CameraTraits;
  readonly nowUtcMs: number;
}

export function orderOf(
  session: ClassSession,
  { room, classes, calibration, digest }: RoomFacts,
  { gym, traits, nowUtcMs }: OrderParts,
): EstimateOrder {
  const { startsUtcMs, endsUtcMs } = session;
  const neighbours = neighboursOf(session, classes);
  const isJudged = seesTheSame(room);
  const scales = calibration?.isApplied === true && isJudged ? calibration.cameras : {};
  const cameras = room.cameras
    .filter(({ enabled }) => enabled)
    .map(({ id, zones, sampling }) => ({
      id,
      plannedPeriodMs: Math.max(sampling.classPeriodMs, traits.gopMs(id) ?? 0),
      hasStaffZone: zones.some(({ kind }) => kind === 'staff'),
      hasCountZone: zones.some(({ kind }) => kind === 'count'),
      isWeakDetector: traits.isWeak(id),
      isDensity: traits.isDensity(id),
      inputPixels: traits.inputPixels(id),
      ...(scales[id] !== undefined && { scale: scales[id] }),
      zones: {
        length: zones.length,
        overlaps: zones.flatMap(({ name, kind }, at) => (kind === 'overlap' ? [{ name, at }] : [])),
      },
    }));
  const { percentile, staff } = gym.attendance;
  return {
    startsUtcMs,
    endsUtcMs,
    nowUtcMs,
    ...neighbours,
    cameras,
    rule: room.cameraRule,
    isEachJudged: isJudged,
    percentile,
    staff,
    calibration,
    held: heldAround(classes, nowUtcMs),
    method: methodOf(digest, session, neighbours),
  };
}
