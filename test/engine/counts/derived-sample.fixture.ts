/** Samples of which every field follows from one number, so that a mixture of two gives itself away. */

import type { SampleTarget } from '../../../engine/counts/layout.ts';
import type { Sample } from '../../../gym/attendance/sample.ts';

const ORIGIN_UTC_MS = 1_700_000_000_000;
const PEOPLE = 60_000;

/** Fills `target` with sample number `n`, 0..2^31−1. */
export function deriveSample(n: number, target: SampleTarget): void {
  target.atUtcMs = ORIGIN_UTC_MS + n;
  target.mediaMs = n;
  target.count = n % PEOPLE;
  target.staff = (n + 1) % PEOPLE;
  target.ignored = (n + 2) % PEOPLE;
  target.zones.length = n % 7;
  for (let zone = 0; zone < target.zones.length; zone += 1) {
    target.zones[zone] = (n + zone) % PEOPLE;
  }
  target.confidence = (n % 10_001) / 10_000;
  target.flags = n % 2_048;
  target.luma = (n % 65_281) / 256;
  target.fingerprint = Math.imul(n, 0x9e37_79b1) >>> 0;
  target.decodeUs = n;
  target.detectUs = ~n >>> 0;
}

/** Whether all fields of `sample` follow from one number; `scratch` is overwritten. */
export function isWhole(sample: Sample, scratch: SampleTarget): boolean {
  deriveSample(sample.atUtcMs - ORIGIN_UTC_MS, scratch);
  return (
    sample.mediaMs === scratch.mediaMs &&
    sample.count === scratch.count &&
    sample.staff === scratch.staff &&
    sample.ignored === scratch.ignored &&
    sample.confidence === scratch.confidence &&
    sample.flags === scratch.flags &&
    sample.luma === scratch.luma &&
    sample.fingerprint === scratch.fingerprint &&
    sample.decodeUs === scratch.decodeUs &&
    sample.detectUs === scratch.detectUs &&
    sample.zones.length === scratch.zones.length &&
    sample.zones.every((people, zone) => people === scratch.zones[zone])
  );
}
