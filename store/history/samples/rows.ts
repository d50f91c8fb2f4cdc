/** Samples and minutes as they are told to callers, and as they lie in SQLite; pure conversions between the two. */

import { TurnoutError } from '../../../errors.ts';
import type { Sample } from '../../../gym/attendance/sample.ts';

/** What the history keeps of a sample: everything but how it was made. */
export type StoredSample = Omit<Sample, 'fingerprint' | 'decodeUs' | 'detectUs'>;

/** One camera over one minute. A good sample has a count and no flag; nothing else goes into the figures of people. */
export interface MinuteSummary {
  /** Begin of the minute, ms since 1970, UTC; a multiple of 60000. */
  readonly minuteUtcMs: number;
  /** All samples, good or not. */
  readonly samples: number;
  readonly good: number;
  /** Over the good samples; null when there was none. Sum, not mean, so that minutes can be added up. */
  readonly sum: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Percentiles 50 and 90 by nearest rank: the ⌈q·n⌉-th of the n good counts in rising order. */
  readonly median: number | null;
  readonly p90: number | null;
  /** Most staff seen in any sample. */
  readonly staffMax: number;
  /** Mean confidence of the good samples that have one, 0..1; null when none has. */
  readonly confidence: number | null;
  /** Samples with each flag. */
  readonly warmingUp: number;
  readonly black: number;
  readonly frozen: number;
}

/** A sample on its way into SQLite: camera id, then the columns of the table `samples`. */
export type SampleRow = readonly [
  cameraId: string,
  atUtcMs: number,
  count: number | null,
  staff: number,
  ignored: number,
  zones: string | null,
  confidence: number | null,
  flags: number,
  luma: number,
  mediaMs: number | null,
];

/** Times are rounded to whole ms. Throws `internal_error` when a figure is none: SQLite would refuse the whole batch. */
export function toRow(cameraId: string, sample: StoredSample): SampleRow {
  const { count, confidence, flags, ignored, luma, staff, zones } = sample;
  const atUtcMs = Math.round(sample.atUtcMs);
  const mediaMs = sample.mediaMs === null ? null : Math.round(sample.mediaMs);
  const integers = [atUtcMs, mediaMs ?? 0, count ?? 0, staff, ignored, flags, ...zones];
  if (!integers.every(Number.isSafeInteger) || !Number.isFinite((confidence ?? 0) + luma)) {
    throw new TurnoutError('internal_error', {
      where: `history, camera ${cameraId}`,
      expected: 'a sample of numbers',
      got: JSON.stringify(sample),
    });
  }
  const zonesJson = zones.length === 0 ? null : JSON.stringify(zones);
  return [cameraId, atUtcMs, count, staff, ignored, zonesJson, confidence, flags, luma, mediaMs];
}

/** The columns of `samples` in the order of {@link fromColumns}. */
export const SAMPLE_COLUMNS =
  'at_utc_ms, count, staff, ignored, json(zones), confidence, flags, luma, media_ms';

export type SampleColumns = readonly [
  atUtcMs: number,
  count: number | null,
  staff: number,
  ignored: number,
  zones: readonly number[] | null,
  confidence: number | null,
  flags: number,
  luma: number,
  mediaMs: number | null,
];

export function fromColumns(columns: SampleColumns): StoredSample {
  const [atUtcMs, count, staff, ignored, zones, confidence, flags, luma, mediaMs] = columns;
  return {
    atUtcMs,
    mediaMs,
    count,
    staff,
    ignored,
    zones: zones ?? [],
    confidence,
    flags,
    luma,
  };
}

/** The columns of `minutes` in the order of {@link fromMinuteColumns}. */
export const MINUTE_COLUMNS =
  'minute_utc_ms, samples, good, sum, min, max, median, p90, staff_max, confidence, warming_up, black, frozen';

export type MinuteColumns = readonly [
  minuteUtcMs: number,
  samples: number,
  good: number,
  sum: number | null,
  min: number | null,
  max: number | null,
  median: number | null,
  p90: number | null,
  staffMax: number,
  confidence: number | null,
  warmingUp: number,
  black: number,
  frozen: number,
];

export function fromMinuteColumns(columns: MinuteColumns): MinuteSummary {
  const [minuteUtcMs, samples, good, sum, min, max, median, p90, ...rest] = columns;
  const [staffMax, confidence, warmingUp, black, frozen] = rest;
  return {
    minuteUtcMs,
    samples,
    good,
    sum,
    min,
    max,
    median,
    p90,
    staffMax,
    confidence,
    warmingUp,
    black,
    frozen,
  };
}
