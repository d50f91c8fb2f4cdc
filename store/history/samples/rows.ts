/** Samples and minutes as they are told to callers, and as SQLite takes and gives them: JSON objects of the same names. */

import { TurnoutError } from '../../../errors.ts';
import type { AttendanceSample, Sample } from '../../../gym/attendance/sample.ts';

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

/** A sample on its way into SQLite. */
export type SampleRow = StoredSample & { readonly cameraId: string };

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
  return { cameraId, atUtcMs, mediaMs, count, staff, ignored, zones, confidence, flags, luma };
}

/** A stored sample, and a minute, as JSON: expressions over the rows of `samples` and `minutes`. */
export const SAMPLE_JSON = `json_object('atUtcMs', at_utc_ms, 'mediaMs', media_ms, 'count', count, 'staff', staff,
  'ignored', ignored, 'zones', json(coalesce(zones, '[]')), 'confidence', confidence, 'flags', flags, 'luma', luma)`;
export const MINUTE_JSON = `json_object('minuteUtcMs', minute_utc_ms, 'samples', samples, 'good', good, 'sum', sum, 'min', min,
  'max', max, 'median', median, 'p90', p90, 'staffMax', staff_max, 'confidence', confidence, 'warmingUp', warming_up,
  'black', black, 'frozen', frozen)`;

/** A sample with the count of one zone; unknown in one of a time when there were other zones. */
export function inZone(sample: StoredSample, at: number, zones: number): AttendanceSample {
  const { atUtcMs, flags } = sample;
  const isOfThese = sample.count !== null && sample.zones.length === zones;
  return { atUtcMs, flags, count: isOfThese ? (sample.zones[at] ?? null) : null };
}
