/** What an estimator is given of one class. */

import type { GymConfig } from '../../../config/config.ts';
import type { CountedCamera } from '../../../engine/counting/counted-camera.ts';
import { DAY_MS, type InstantRange } from '../../../gym/calendar/zone.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import type { StoredAttendance } from '../../../store/history/classes/class-store.ts';
import { seesTheSame } from '../calibrations.ts';
import { methodOf, neighboursOf, type RoomClasses, type RoomFacts } from '../room-facts.ts';

type Trait = 'isWeak' | 'isDensity' | 'inputPixels';

/** What is known of the cameras that counts come from. */
export interface CameraTraits {
  /** Undefined for one that is not counted. */
  counted(cameraId: string): Pick<CountedCamera, Trait> | undefined;
  /** Time between a camera's keyframes, ms; null while unknown. */
  gopMs(cameraId: string): number | null;
}

interface OrderParts {
  readonly gym: Pick<GymConfig, 'attendance'>;
  readonly traits: CameraTraits;
  readonly nowUtcMs: number;
}

/** All that an estimate of one class depends on but the counts. Plain data, which can cross between threads. */
export type EstimateOrder = ReturnType<typeof orderOf>;

/**
 * `cameras`: those that are switched on, in the order of the configuration: the first is the primary one. `isEachJudged`:
 * whether the answer says what each camera alone counts. `held`: see `recentlyHeld`: when the room is not empty.
 */
export function orderOf(
  session: ClassSession,
  { room, classes, calibration, digest }: RoomFacts,
  { gym, traits, nowUtcMs }: OrderParts,
) {
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
      isWeakDetector: traits.counted(id)?.isWeak ?? false,
      isDensity: traits.counted(id)?.isDensity ?? false,
      inputPixels: traits.counted(id)?.inputPixels ?? null,
      ...(scales[id] !== undefined && { scale: scales[id] }),
      zones: zones.map(({ name, kind }) => ({ name, kind })),
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
    held: recentlyHeld(classes, nowUtcMs),
    method: methodOf(digest, session, neighbours),
  };
}

export interface Estimator {
  /**
   * The estimate as of `order.nowUtcMs`: of a class that runs over what has passed of it. Rejects where the counts cannot
   * be read, with SQLite's message.
   */
  estimate(order: EstimateOrder): Promise<StoredAttendance>;
  /** Resolves once all that was ordered before is answered and nothing is read any more. Later orders are rejected. */
  stop(): Promise<void>;
}

/** Name of the figure that says how many samples of a camera an estimate was made from. */
export function samplesFigure(cameraId: string): string {
  return `samples_${cameraId}`;
}

/** How far an empty room is looked for. Chosen here: some night of a week is quiet even in a gym that is open around the clock. */
export const LOOK_BACK_MS = 7 * DAY_MS;

/**
 * The classes, as times, that are held in a room while its minutes are looked at, and a day more on either side: those
 * that end before a quiet hour or begin after it count too.
 */
function recentlyHeld(classes: RoomClasses, nowUtcMs: number): InstantRange[] {
  const fromUtcMs = nowUtcMs - LOOK_BACK_MS - DAY_MS;
  const toUtcMs = nowUtcMs + DAY_MS;
  return classes
    .filter((held) => held.endsUtcMs > fromUtcMs && held.startsUtcMs < toUtcMs)
    .map(({ startsUtcMs, endsUtcMs }) => ({ fromUtcMs: startsUtcMs, toUtcMs: endsUtcMs }));
}
