/** Whether a camera saw more people lately than can be told apart at the size at which its pictures are looked at. */

import type { Counting } from '../engine/counting/counting.ts';
import type { CountsReader } from '../engine/counts/reader.ts';
import { crowdReasons, smallestInput } from '../gym/attendance/estimate/interval.ts';

export interface Crowding {
  /** The most people of one sample, of those that are still in memory. */
  readonly counted: number;
  /** Never empty. */
  readonly reasons: readonly ('crowded' | 'small_input')[];
  readonly isWeakDetector: boolean;
}

/** Null for a camera that is not counted, has counted nothing, or sees no crowd. */
export function crowdingOf(
  cameraId: string,
  counting: Pick<Counting, 'slotOf' | 'isWeak' | 'isDensity' | 'inputPixels'>,
  reader: Pick<CountsReader, 'since'>,
): Crowding | null {
  const slot = counting.slotOf(cameraId);
  if (slot === null) return null;
  const { samples } = reader.since(slot, null);
  // A dark or frozen picture counts nothing that could be believed.
  const good = samples.filter(({ flags }) => flags === 0);
  const counted = Math.max(0, ...good.map(({ count }) => count ?? 0));
  const isWeakDetector = counting.isWeak(cameraId);
  const isDensity = counting.isDensity(cameraId);
  const inputPixels = counting.inputPixels(cameraId);
  const reasons = crowdReasons(
    counted,
    smallestInput([{ isWeakDetector, isDensity, inputPixels }]),
  );
  return reasons.length === 0 ? null : { counted, reasons, isWeakDetector };
}
