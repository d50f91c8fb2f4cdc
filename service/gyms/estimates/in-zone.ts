/** The people of a sample in one of its zones. */

import type { AttendanceSample } from '../../../gym/attendance/sample.ts';
import type { StoredSample } from '../../../store/history/samples/samples.ts';

/** A sample with the count of one zone; unknown in one of a time when there were other zones. */
export function inZone(sample: StoredSample, at: number, zones: number): AttendanceSample {
  const { atUtcMs, flags } = sample;
  const isOfThese = sample.count !== null && sample.zones.length === zones;
  return { atUtcMs, flags, count: isOfThese ? (sample.zones[at] ?? null) : null };
}
