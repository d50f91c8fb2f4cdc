/** Classes drawn by hand: how many people the camera says at each minute. */

import type { CameraCounts, EstimateInput } from '../../gym/attendance/sample.ts';
import { MINUTE_MS } from './times.ts';

/** An hour at 18:00 UTC. */
export const STARTS_UTC_MS = Date.UTC(2026, 10, 20, 18);
export const ENDS_UTC_MS = STARTS_UTC_MS + 60 * MINUTE_MS;

/** An instant by its minutes after the start of the class. */
export function minute(minutes: number): number {
  return STARTS_UTC_MS + minutes * MINUTE_MS;
}

/** What a camera says at a minute: a count, or a sample with flags; `gone` is no sample at all. */
export type Said = number | { readonly flags: number; readonly count: number | null } | 'gone';

/** A camera like any, sampled every 10 s. */
export const CAMERA = {
  plannedPeriodMs: 10_000,
  hasStaffZone: false,
  hasCountZone: false,
  isWeakDetector: false,
  inputPixels: Number.POSITIVE_INFINITY,
};

/** A camera sampled every 10 s from 20 min before the start to 20 min after `untilMinute`. */
export function camera(
  saidAt: (minutes: number) => Said,
  { untilMinute = 60, ...said }: Partial<CameraCounts> & { untilMinute?: number } = {},
): CameraCounts {
  const samples = [];
  for (let second = -20 * 60; second <= (untilMinute + 20) * 60; second += 10) {
    const value = saidAt(second / 60);
    const atUtcMs = STARTS_UTC_MS + second * 1_000;
    if (typeof value === 'number') samples.push({ atUtcMs, count: value, flags: 0 });
    else if (value !== 'gone') samples.push({ atUtcMs, ...value });
  }
  return { samples, ...CAMERA, ...said };
}

/** The class of an hour, over and done, seen by these cameras; one trainer, nobody before or after. */
export function classSeenBy(
  cameras: readonly CameraCounts[],
  said: Partial<EstimateInput> = {},
): EstimateInput {
  return {
    startsUtcMs: STARTS_UTC_MS,
    endsUtcMs: ENDS_UTC_MS,
    nowUtcMs: ENDS_UTC_MS + 20 * MINUTE_MS,
    previousEndsUtcMs: null,
    nextStartsUtcMs: null,
    isShared: false,
    cameras,
    rule: 'max',
    percentile: 0.95,
    staff: 1,
    calibration: null,
    emptyRoomBaseline: null,
    ...said,
  };
}

/** Bodies from 3 min before the start to 2 min after the end, and nobody otherwise. */
export function during(bodies: number, [from, to]: readonly [number, number] = [-3, 62]) {
  return (minutes: number): number => (minutes >= from && minutes < to ? bodies : 0);
}
