/** JPEG frames for tests, drawn when needed. */

import sharp from 'sharp';
import type { EncodedFrame } from '../../engine/frames/decoder.ts';

/** A grey picture of one brightness (0..255), as a camera would send it. */
export async function greyFrame(
  brightness: number,
  size: { width: number; height: number } = { width: 320, height: 180 },
): Promise<EncodedFrame> {
  const background = { r: brightness, g: brightness, b: brightness };
  const jpeg = await sharp({ create: { ...size, channels: 3, background } })
    .jpeg({ quality: 95 })
    .toBuffer();
  return { codec: 'jpeg', data: Uint8Array.from(jpeg), atUtcMs: 1_760_000_000_000, mediaMs: null };
}
