/** The keyframes of a file, as its reader delivers them. */

import { createSource } from '../../engine/cameras/sources.ts';
import type { EncodedFrame } from '../../engine/frames/encoded-frame.ts';
import { systemClock } from '../../runtime/clock.ts';

export async function keyframesOf(path: string): Promise<EncodedFrame[]> {
  const source = await createSource({
    url: path,
    transport: 'tcp',
    openTimeoutMs: 10_000,
    readTimeoutMs: 10_000,
    wantedPeriodMs: () => 0,
    pace: 'fast',
    clock: systemClock,
  });
  const frames: EncodedFrame[] = [];
  await source.run(new AbortController().signal, (frame) => void frames.push(frame));
  return frames;
}
