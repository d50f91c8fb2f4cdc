/** Keyframes of a file, as a camera would deliver them. */

import { createSource } from '../../engine/cameras/sources.ts';
import type { EncodedFrame } from '../../engine/frames/decoder.ts';
import { systemClock } from '../../runtime/clock.ts';

/** @param wantedPeriodMs 0 for each of them. */
export async function keyframesOf(url: string, wantedPeriodMs = 1000): Promise<EncodedFrame[]> {
  const frames: EncodedFrame[] = [];
  const source = await createSource({
    url,
    transport: 'tcp',
    openTimeoutMs: 10_000,
    readTimeoutMs: 10_000,
    wantedPeriodMs: () => wantedPeriodMs,
    pace: 'fast',
    clock: systemClock,
  });
  await source.run(new AbortController().signal, (frame) => void frames.push(frame));
  return frames;
}
