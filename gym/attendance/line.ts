/**
 * Head counts of a room around a class: each camera smoothed on instants at equal distances, where cameras with samples at
 * times of their own meet, and all of them as one line by the rule of the room. Never a blind sum.
 */

import type { QualityReason } from '../sessions/session.ts';
import {
  type AttendanceSample,
  type CameraCounts,
  type EstimateInput,
  faultOf,
  type GoodSample,
  isGood,
  SAMPLES_MARGIN_MS,
} from './sample.ts';

/** Longest distance between samples that still counts as sampling and not as an outage. Chosen here. */
const MAX_PERIOD_MS = 60_000;
/** A camera may be sampled more often: more instants than this say nothing new of people. Chosen here. */
const MIN_STEP_MS = 1_000;

export type Grid = ReturnType<typeof gridOf>;

/** Up to half of it before and half of it after a sample, in periods, is covered by the sample. Chosen here. */
const COVERED_PERIODS = 1.5;

/**
 * The grid lies fast to the start of the class, so that a class an hour later has the very same. Its step is the shortest
 * period among the cameras.
 */
export function gridOf(input: Pick<EstimateInput, 'startsUtcMs' | 'endsUtcMs' | 'cameras'>) {
  const { startsUtcMs, endsUtcMs, cameras } = input;
  /** Time between two samples of each camera, in their order. */
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

/** One camera on the grid. */
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
  const nearestGood = nearestOf(smoothed, reachMs);
  const bad = camera.samples.filter((sample) => !isGood(sample));
  const nearestBad = nearestOf(bad, reachMs);
  const instants = Array.from({ length: grid.length }, (_, i) => instantAt(grid, i));
  const counts = instants.map((instant) => nearestGood(instant)?.count ?? null);
  const faults = instants.map((instant, i) => {
    if (counts[i] !== null) return null;
    const nearest = nearestBad(instant);
    return nearest === null ? 'camera_outage' : faultOf(nearest);
  });
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
      const counts = medianFilter(run.map(({ count }) => count));
      return run.map((sample, i) => ({ ...sample, count: counts[i] ?? sample.count }));
    });
}

/** Finds the sample nearest to instants that are asked for in rising order; null where none is within reach. */
function nearestOf<T extends AttendanceSample>(samples: readonly T[], reachMs: number) {
  let at = 0;
  const distance = (i: number, instant: number) => {
    const sample = samples[i];
    return sample === undefined ? Number.POSITIVE_INFINITY : Math.abs(sample.atUtcMs - instant);
  };
  return (instant: number): T | null => {
    while (distance(at + 1, instant) <= distance(at, instant) && at + 1 < samples.length) at += 1;
    return distance(at, instant) <= reachMs ? (samples[at] ?? null) : null;
  };
}

export type RoomLine = ReturnType<typeof fuse>;

/** All cameras as one line, see {@link fusedCount}. @param shared see {@link sharedLines}. */
export function fuse(
  lines: readonly CameraLine[],
  rule: EstimateInput['rule'],
  shared: readonly (readonly CameraLine[])[] = [],
) {
  const countsAt = (at: number) => (of: readonly CameraLine[]) =>
    of.map(({ counts }) => counts[at] ?? null);
  const instants = (lines[0]?.counts ?? []).map((_, at) => countsAt(at)(lines));
  /** Smoothed, staff included; null is unknown. */
  const counts = instants.map((all, at) => fusedCount(all, rule, shared.map(countsAt(at))));
  /** Whether another camera than the first gave the count; always false unless the rule is `primary`. */
  const isOne = rule === 'primary' && shared.length === 0;
  const isFilled = instants.map(([first], at) => isOne && first === null && counts[at] !== null);
  return { counts, isFilled };
}

/** For each part of the floor that several cameras see, their lines of it. */
export function sharedLines<Camera extends Pick<CameraCounts, 'overlaps'>>(
  cameras: readonly Camera[],
  lineOf: (samples: readonly AttendanceSample[], camera: Camera, at: number) => CameraLine,
): CameraLine[][] {
  const names = cameras.map(({ overlaps = [] }) => overlaps.map(({ name }) => name));
  return sharedNames(names).map((wanted) =>
    cameras.flatMap((camera, at) =>
      (camera.overlaps ?? [])
        .filter(({ name }) => name === wanted)
        .map(({ samples }) => lineOf(samples, camera, at)),
    ),
  );
}

type Counts = readonly (number | null)[];

/**
 * `max`: the cameras see the same people, the one that sees most of them is right. `sum`: each sees its own part, so with
 * one part missing the whole is unknown. `primary`: the first camera, and in its gaps the next that has a count.
 *
 * @param shared as of {@link countOnce}. Where there are any the cameras are added up, whatever the rule, and anyone who is
 *   there is counted once.
 */
export function fusedCount(counts: Counts, rule: EstimateInput['rule'], shared: readonly Counts[]) {
  if (rule === 'sum' || shared.length > 0) return countOnce(counts, shared);
  const known = counts.filter((count) => count !== null);
  return rule === 'max' && known.length > 0 ? Math.max(...known) : (known[0] ?? null);
}

/**
 * Cameras added up, and anyone who is on floor that several of them see is counted once, by the camera that sees most there.
 *
 * @param counts people each camera counts; null is unknown.
 * @param shared for each zone that several cameras have, the people each of those counts in it.
 * @returns null where anything is unknown: a part that no one sees makes the whole unknown.
 */
function countOnce(counts: Counts, shared: readonly Counts[]): number | null {
  const isKnown = (of: Counts): of is readonly number[] => !of.includes(null);
  if (!isKnown(counts) || !shared.every(isKnown)) return null;
  const sum = (of: readonly number[]) => of.reduce((people, count) => people + count, 0);
  const twice = shared.map((inZone) => sum(inZone) - Math.max(0, ...inZone));
  return sum(counts) - sum(twice);
}

/** Names that at least two of the cameras have an overlap zone of. */
export function sharedNames(namesOfCameras: readonly (readonly string[])[]): readonly string[] {
  const names = namesOfCameras.flatMap((own) => [...new Set(own)]);
  return [...new Set(names.filter((name, at) => names.indexOf(name) < at))];
}

/* Statistics of a series of head counts. Pure; the base of every attendance figure. */

/** Neighbours in the running median: removes ghosts of one or two samples. Source: docs/method.md#smoothing. */
export const SMOOTHING_SAMPLES = 5;

/**
 * Running median over {@link SMOOTHING_SAMPLES} neighbours: removes ghosts shorter than half the width and keeps steps. At the
 * ends the window is cut to what is there.
 */
export function medianFilter(counts: readonly number[]): number[] {
  const reach = Math.floor(SMOOTHING_SAMPLES / 2);
  return counts.map((_, at) =>
    percentile(counts.slice(Math.max(0, at - reach), at + reach + 1), 0.5),
  );
}

/**
 * The `share` percentile (0..1) by linear interpolation between closest ranks (method 7 of Hyndman and Fan, Sample
 * quantiles in statistical packages, 1996). NaN for no counts.
 */
export function percentile(counts: readonly number[], share: number): number {
  return percentileOfSorted(
    counts.toSorted((a, b) => a - b),
    share,
  );
}

/** The same of counts in rising order: for several percentiles of one series. */
function percentileOfSorted(sorted: readonly number[], share: number): number {
  const rank = (sorted.length - 1) * share;
  const below = sorted[Math.floor(rank)] ?? Number.NaN;
  const above = sorted[Math.ceil(rank)] ?? Number.NaN;
  return below + (above - below) * (rank - Math.floor(rank));
}

export type Bodies = ReturnType<typeof bodiesOf>;

/**
 * Statistics of at least one smoothed count, staff included, in any order: the percentile asked for, 0.5..1, which is the
 * estimate, and some more; all equal to each other on a series that stands still. The fluctuation is variance ÷ p90, 0...
 * People who are each hidden for a share h of the time, independently, make it h·(1 − h): about the share of people hidden
 * at any moment.
 */
export function bodiesOf(smoothed: readonly number[], share: number) {
  const sorted = smoothed.toSorted((a, b) => a - b);
  const [bodies = 0, p50 = 0, p75 = 0, p90 = 0, max = 0] = [share, 0.5, 0.75, 0.9, 1].map((at) =>
    percentileOfSorted(sorted, at),
  );
  return { bodies, p50, p75, p90, max, fluctuation: p90 === 0 ? 0 : variance(smoothed) / p90 };
}

function variance(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}
