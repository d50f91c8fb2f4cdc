/** A detector that was built, at the size that fits the pictures it is given. */

import { type BuiltDetector, buildBest } from '../counting/configured-detectors.ts';
import type { EncodedFrame } from '../frames/decoder.ts';
import type { SampleTask } from '../pool/messages.ts';
import type { Pool } from '../pool/pool.ts';
import { inputText, leavesInputOpen, sizedChoice, sizeFor } from '../sizing.ts';
import type { Zone } from '../zones.ts';

/** Whether its size is to be chosen by the form of a picture. */
export function isOpen({ choice, facts }: BuiltDetector): boolean {
  return facts.takesInput && leavesInputOpen(choice);
}

/**
 * The detector for pictures of the form of `frame`, whose bytes stay the caller's. Rejects where the picture cannot be
 * looked at.
 *
 * @param capacity people that the room holds; null is unknown.
 */
export async function fittedTo(
  frame: EncodedFrame,
  built: BuiltDetector,
  pool: Pool,
  capacity: number | null,
): Promise<BuiltDetector> {
  const { choice, passedOver, facts } = built;
  if (!isOpen(built)) return built;
  const { frameSize } = await pool.sample({ ...taskOf(built, []), frame: copyOf(frame) });
  const input = sizeFor(frameSize, capacity, facts.mostAutoPixels);
  const fitted = await buildBest(pool, sizedChoice(choice, inputText(input)));
  return { ...fitted, passedOver: [...passedOver, ...fitted.passedOver] };
}

/** The task for frames that follow each other, without the frame. */
export function taskOf(
  { choice, facts: { stateBytes } }: BuiltDetector,
  zones: readonly Zone[],
): Omit<SampleTask, 'frame'> {
  const state = stateBytes > 0 ? new SharedArrayBuffer(stateBytes) : null;
  return { detector: choice, zones, state, flags: 0, target: null, pictureWidth: null };
}

/** The bytes of a frame are taken by who looks at it. */
export function copyOf(frame: EncodedFrame): EncodedFrame {
  return { ...frame, data: frame.data.slice() };
}
