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
  return jpegFrame(jpeg);
}

/** A frame of these bytes. */
export function jpegFrame(bytes: Uint8Array): EncodedFrame {
  const data = Uint8Array.from(bytes);
  return { codec: 'jpeg', data, atUtcMs: 1_760_000_000_000, mediaMs: null };
}
