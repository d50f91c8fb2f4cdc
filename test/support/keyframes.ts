/** Keyframes of a file, as a camera would deliver them. */

import { createSource } from '../../engine/cameras/sources.ts';
import type { EncodedFrame } from '../../engine/frames/decoder.ts';
import { sourceOptions } from './opened-source.ts';

/** @param wantedPeriodMs 0 for each of them. */
export async function keyframesOf(url: string, wantedPeriodMs = 1000): Promise<EncodedFrame[]> {
  const frames: EncodedFrame[] = [];
  const options = { url, wantedPeriodMs: () => wantedPeriodMs, pace: 'fast' } as const;
  const source = await createSource(sourceOptions(options));
  await source.run(new AbortController().signal, (frame) => void frames.push(frame));
  return frames;
}
