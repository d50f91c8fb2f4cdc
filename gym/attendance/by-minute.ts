/** How many people a room held, minute by minute: what its cameras counted, staff included and nothing smoothed away. */

import { MINUTE_MS } from '../calendar/zone.ts';
import type { QualityReason } from '../sessions/session.ts';
import { fuse, sharedLines } from './line.ts';
import {
  type AttendanceSample,
  type CameraCounts,
  type EstimateInput,
  faultOf,
  isGood,
} from './sample.ts';

export interface MinutesInput extends Pick<EstimateInput, 'rule'> {
  /** Begin of the first minute, ms since 1970. */
  readonly fromUtcMs: number;
  /** How many minutes, 0... */
  readonly length: number;
  /** In the order of the configuration. */
  readonly cameras: readonly Pick<CameraCounts, 'samples' | 'overlaps'>[];
}

export type MinuteCount = ReturnType<typeof countsByMinute>[number];

/**
 * Of each minute the median of its good counts, by nearest rank, the room's cameras joined by its rule, or else why there is
 * none. O(samples · log samples).
 */
export function countsByMinute(input: MinutesInput) {
  const { cameras, rule, length } = input;
  const lines = cameras.map(({ samples }) => minuteLine(samples, input));
  const shared = sharedLines(cameras, (samples) => minuteLine(samples, input));
  const { counts } = fuse(lines, rule, shared);
  const isEmpty = cameras.every(({ samples }) => samples.length === 0);
  // What is wrong with all minutes alike.
  const whole = isEmpty ? (cameras.length === 0 ? 'no_camera' : 'no_samples') : null;
  return Array.from({ length }, (_, at) => {
    const count = counts[at] ?? null;
    const fault = lines.map(({ faults }) => faults[at] ?? null).find((one) => one !== null);
    return { count, reason: count === null ? (whole ?? fault ?? 'low_coverage') : null };
  });
}

function minuteLine(samples: readonly AttendanceSample[], { fromUtcMs, length }: MinutesInput) {
  const good: number[][] = Array.from({ length }, () => []);
  const faults = Array.from({ length }, (): QualityReason | null => 'camera_outage');
  for (const sample of samples) {
    const at = Math.floor((sample.atUtcMs - fromUtcMs) / MINUTE_MS);
    if (at < 0 || at >= length) continue;
    if (isGood(sample)) good[at]?.push(sample.count);
    else faults[at] = faultOf(sample);
  }
  return {
    counts: good.map(medianOf),
    faults: faults.map((fault, at) => (good[at]?.length === 0 ? fault : null)),
  };
}

/** The ⌈n ÷ 2⌉-th in rising order, as stored minutes have it: always a count that was seen. */
const medianOf = (counts: readonly number[]) =>
  counts.toSorted((a, b) => a - b)[Math.ceil(counts.length / 2) - 1] ?? null;
