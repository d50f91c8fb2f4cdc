/** Which samples may speak of the people in a room, and what the others lack. */

import type { QualityReason } from '../../sessions/session.ts';
import type { AttendanceSample } from '../camera-counts.ts';
import { SAMPLE_FLAGS } from '../sample.ts';

/** A sample that may be used. */
export interface GoodSample extends AttendanceSample {
  readonly count: number;
}

export function isGood(sample: AttendanceSample): sample is GoodSample {
  return sample.flags === 0 && sample.count !== null;
}

/** Why a sample may not be used; a flag overrides a missing count, since it says why the count is missing. */
export function faultOf({ flags }: AttendanceSample): QualityReason {
  if ((flags & SAMPLE_FLAGS.frozen) !== 0) return 'frozen_picture';
  if ((flags & SAMPLE_FLAGS.black) !== 0) return 'black_picture';
  if ((flags & SAMPLE_FLAGS.warmingUp) !== 0) return 'warming_up';
  return 'low_coverage';
}
