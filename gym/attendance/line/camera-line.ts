/** One camera on the grid: its smoothed counts, and what is wrong where it has none. */

import type { QualityReason } from '../../sessions/session.ts';
import type { AttendanceSample, CameraCounts } from '../camera-counts.ts';
import { medianFilter, SMOOTHING_SAMPLES } from '../series.ts';
import { COVERED_PERIODS, type Grid, instantAt } from './grid.ts';
import { faultOf, type GoodSample, isGood } from './usable.ts';

export interface CameraLine {
  /** Smoothed count at each instant; null where no good sample is near. */
  readonly counts: readonly (number | null)[];
  /** What is wrong at each instant without a count; null where there is one. */
  readonly faults: readonly (QualityReason | null)[];
}

/** Samples further apart than this many periods are not smoothed together. Chosen here: two may be missing. */
const APART_PERIODS = 3;
/** Fewer samples in a row cannot tell a person from a ghost. Source: the median of two is their mean. */
const MIN_RUN = 3;

/** @param at position of the camera in the grid. */
export function cameraLine(camera: CameraCounts, grid: Grid, at: number): CameraLine {
  const periodMs = grid.periodsMs[at] ?? camera.plannedPeriodMs;
  const reachMs = (periodMs * COVERED_PERIODS) / 2;
  const smoothed = smooth(camera.samples.filter(isGood), APART_PERIODS * periodMs);
  const bad = camera.samples.filter((sample) => !isGood(sample));
  const nearestGood = nearestOf(smoothed, reachMs);
  const nearestBad = nearestOf(bad, reachMs);
  const counts: (number | null)[] = [];
  const faults: (QualityReason | null)[] = [];
  for (let i = 0; i < grid.length; i += 1) {
    const instant = instantAt(grid, i);
    const good = nearestGood(instant);
    const worse = nearestBad(instant);
    counts.push(good?.count ?? null);
    faults.push(good !== null ? null : worse === null ? 'camera_outage' : faultOf(worse));
  }
  return { counts, faults };
}

/** The same with people multiplied by a factor, staff left as they are. */
export function scaledLine(line: CameraLine, scale: number, staff: number): CameraLine {
  if (scale === 1) return line;
  const counts = line.counts.map((count) =>
    count === null ? null : Math.min(count, staff) + Math.max(0, count - staff) * scale,
  );
  return { ...line, counts };
}

/** Running median within runs of samples that lie close; runs too short to smooth are left out. */
function smooth(samples: readonly GoodSample[], apartMs: number): GoodSample[] {
  const runs: GoodSample[][] = [];
  let previousMs = Number.NEGATIVE_INFINITY;
  for (const sample of samples) {
    if (sample.atUtcMs - previousMs > apartMs) runs.push([]);
    runs.at(-1)?.push(sample);
    previousMs = sample.atUtcMs;
  }
  return runs
    .filter((run) => run.length >= MIN_RUN)
    .flatMap((run) => {
      const counts = medianFilter(
        run.map(({ count }) => count),
        SMOOTHING_SAMPLES,
      );
      return run.map((sample, i) => ({ ...sample, count: counts[i] ?? sample.count }));
    });
}

/** Finds the sample nearest to instants that are asked for in rising order; null where none is within reach. */
function nearestOf<T extends AttendanceSample>(
  samples: readonly T[],
  reachMs: number,
): (instant: number) => T | null {
  let at = 0;
  const distance = (i: number, instant: number) => {
    const sample = samples[i];
    return sample === undefined ? Number.POSITIVE_INFINITY : Math.abs(sample.atUtcMs - instant);
  };
  return (instant) => {
    while (distance(at + 1, instant) <= distance(at, instant) && at + 1 < samples.length) at += 1;
    return distance(at, instant) <= reachMs ? (samples[at] ?? null) : null;
  };
}
