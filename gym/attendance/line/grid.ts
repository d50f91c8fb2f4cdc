/** Instants at equal distances around a class, on which cameras with samples at times of their own meet. */

import type { CameraCounts } from '../camera-counts.ts';
import { type EstimateInput, SAMPLES_MARGIN_MS } from '../estimate/input.ts';
import { percentile } from '../series.ts';

/** Longest distance between samples that still counts as sampling and not as an outage. Chosen here. */
const MAX_PERIOD_MS = 60_000;
/** A camera may be sampled more often: more instants than this say nothing new of people. Chosen here. */
const MIN_STEP_MS = 1_000;

export interface Grid {
  /** First instant, ms since 1970. */
  readonly fromUtcMs: number;
  readonly stepMs: number;
  readonly length: number;
  /** Time between two samples of each camera, ms, in the order of the cameras. */
  readonly periodsMs: readonly number[];
}

/** Up to half of it before and half of it after a sample, in periods, is covered by the sample. Chosen here. */
export const COVERED_PERIODS = 1.5;

/**
 * The grid lies fast to the start of the class, so that a class an hour later has the very same. Its step is the shortest
 * period among the cameras.
 */
export function gridOf(input: Pick<EstimateInput, 'startsUtcMs' | 'endsUtcMs' | 'cameras'>): Grid {
  const { startsUtcMs, endsUtcMs, cameras } = input;
  const periodsMs = cameras.map((camera) => periodOf(camera, startsUtcMs, endsUtcMs));
  const stepMs = Math.max(MIN_STEP_MS, Math.min(MAX_PERIOD_MS, ...periodsMs));
  const before = Math.floor(SAMPLES_MARGIN_MS / stepMs);
  const after = Math.floor((endsUtcMs - startsUtcMs + SAMPLES_MARGIN_MS) / stepMs);
  return {
    fromUtcMs: startsUtcMs - before * stepMs,
    stepMs,
    length: before + after + 1,
    periodsMs,
  };
}

/**
 * The planned period, or the median of the real ones where that is longer: a camera whose keyframes are further apart than
 * the plan has no gaps for it. Samples of every kind count, so that a bad one never makes the others reach further.
 */
function periodOf(camera: CameraCounts, startsUtcMs: number, endsUtcMs: number): number {
  const times = camera.samples
    .map(({ atUtcMs }) => atUtcMs)
    .filter((atUtcMs) => atUtcMs >= startsUtcMs && atUtcMs <= endsUtcMs);
  const gaps = times.slice(1).map((atUtcMs, at) => atUtcMs - (times[at] ?? atUtcMs));
  const median = gaps.length === 0 ? 0 : percentile(gaps, 0.5);
  return Math.max(camera.plannedPeriodMs, Math.min(MAX_PERIOD_MS, median));
}

/** Positions of the instants within [fromUtcMs, toUtcMs), as a range of indices [from, to). */
export function indicesIn(grid: Grid, fromUtcMs: number, toUtcMs: number): [number, number] {
  const at = (utcMs: number) =>
    Math.min(grid.length, Math.max(0, Math.ceil((utcMs - grid.fromUtcMs) / grid.stepMs)));
  const from = at(fromUtcMs);
  return [from, Math.max(from, at(toUtcMs))];
}

export function instantAt(grid: Grid, at: number): number {
  return grid.fromUtcMs + at * grid.stepMs;
}
