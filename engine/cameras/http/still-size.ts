/** The size of a still picture, a JPEG or PNG file, from its head. Thermal and depth cameras send PNG, with 16 bits a pixel. */

import { isJpeg, jpegSize } from './jpeg-size.ts';

/** What every PNG file begins with; then come the length and the name of its header, width and height. PNG, 5.2, 11.2.2. */
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PNG_HEAD_BYTES = 24;

/** Whether `data` begins as a JPEG or PNG file does. */
export function isStill(data: Uint8Array): boolean {
  return isJpeg(data) || isPng(data);
}

/** Width and height, px; null where `data` is no such file or ends before it tells. */
export function stillSize(data: Uint8Array): { width: number; height: number } | null {
  if (!isPng(data)) return jpegSize(data);
  if (data.length < PNG_HEAD_BYTES) return null;
  const view = new DataView(data.buffer, data.byteOffset, PNG_HEAD_BYTES);
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  return size.width > 0 && size.height > 0 ? size : null;
}

function isPng(data: Uint8Array): boolean {
  return PNG_SIGNATURE.every((byte, at) => data[at] === byte);
}
