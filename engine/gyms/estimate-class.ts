/** Who was, or is, in one class: its room's counts from the history, handed to `attendance`. */

import { estimateAttendance, SAMPLES_MARGIN_MS } from '../attendance/index.ts';
import type { Clock } from '../clock.ts';
import type { GymConfig } from '../config/index.ts';
import type { History, StoredAttendance } from '../history/index.ts';
import type { ClassSession } from '../sessions/index.ts';
import type { EmptyRooms } from './empty-rooms.ts';
import { methodOf } from './method.ts';
import { neighboursOf } from './neighbours.ts';
import type { RoomFacts } from './room-facts.ts';

/** Where counts are read, and what is known of the cameras they come from. */
export interface CountedSamples extends Pick<History, 'samples' | 'minutes'> {
  /** Whether a camera's detector is known to miss and double people. */
  isWeak(cameraId: string): boolean;
  /** Time between a camera's keyframes, ms; null while unknown. */
  gopMs(cameraId: string): number | null;
}

export interface EstimateTools {
  readonly gym: Pick<GymConfig, 'attendance'>;
  readonly samples: CountedSamples;
  readonly clock: Clock;
  readonly emptyRooms: EmptyRooms;
}

/** The estimate as of now: of a class that runs over what has passed of it. Rejects with SQLite's error. */
export async function estimateClass(
  session: ClassSession,
  { room, classes, calibration, digest }: RoomFacts,
  { gym, samples, clock, emptyRooms }: EstimateTools,
): Promise<StoredAttendance> {
  const neighbours = neighboursOf(session, classes);
  const range = {
    fromUtcMs: session.startsUtcMs - SAMPLES_MARGIN_MS,
    toUtcMs: session.endsUtcMs + SAMPLES_MARGIN_MS,
  };
  const cameras = await Promise.all(
    room.cameras
      .filter(({ isEnabled }) => isEnabled)
      .map(async ({ id, zones, sampling }) => ({
        samples: await samples.samples(id, range),
        plannedPeriodMs: Math.max(sampling.classPeriodMs, samples.gopMs(id) ?? 0),
        hasStaffZone: zones.some(({ kind }) => kind === 'staff'),
        hasCountZone: zones.some(({ kind }) => kind === 'count'),
        isWeakDetector: samples.isWeak(id),
      })),
  );
  const { percentile, staff } = gym.attendance;
  const estimate = estimateAttendance({
    startsUtcMs: session.startsUtcMs,
    endsUtcMs: session.endsUtcMs,
    nowUtcMs: clock.nowUtcMs(),
    ...neighbours,
    cameras,
    rule: room.cameraRule,
    percentile,
    staff,
    calibration,
    emptyRoomBaseline: await emptyRooms.baselineOf(room, classes),
  });
  const { attended, low, high, quality, reasons, figures } = estimate;
  const method = methodOf(digest, session, neighbours);
  return { source: 'camera', attended, low, high, quality, reasons, figures, method };
}
