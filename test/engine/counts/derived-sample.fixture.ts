/** Samples of which every field follows from one number, so that a mixture of two gives itself away. */

import { isDeepStrictEqual } from 'node:util';
import type { SampleTarget } from '../../../engine/counts/layout.ts';
import type { Sample } from '../../../gym/attendance/sample.ts';

const ORIGIN_UTC_MS = 1_700_000_000_000;
const PEOPLE = 60_000;

/** Sample number `n`, 0..2^31−1. */
export function derivedSample(n: number): SampleTarget {
  return {
    atUtcMs: ORIGIN_UTC_MS + n,
    mediaMs: n,
    count: n % PEOPLE,
    staff: (n + 1) % PEOPLE,
    ignored: (n + 2) % PEOPLE,
    zones: Array.from({ length: n % 7 }, (_, zone) => (n + zone) % PEOPLE),
    confidence: (n % 10_001) / 10_000,
    flags: n % 2_048,
    luma: (n % 65_281) / 256,
    fingerprint: Math.imul(n, 0x9e37_79b1) >>> 0,
    decodeUs: n,
    detectUs: ~n >>> 0,
  };
}

/** Whether all fields of `sample` follow from one number. */
export const isWhole = (sample: Sample): boolean =>
  isDeepStrictEqual(sample, derivedSample(sample.atUtcMs - ORIGIN_UTC_MS));
