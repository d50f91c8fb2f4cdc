/** The size in the head of a JPEG file, without decoding it. Never reads past the bytes given. */

/** Marker 2, length 2, precision 1, height 2, width 2. */
const HEAD_BYTES = 9;

/** Markers without a length: TEM, RST0..RST7, SOI, EOI (ITU-T T.81 table B.1). */
function standsAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);
}

/** Start of frame, SOF0..SOF15 without DHT (C4), JPG (C8) and DAC (CC), which lie between. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Width and height, px; null where `data` is not a JPEG file or ends before it tells. Source: ITU-T T.81, B.2.2. */
export function jpegSize(data: Uint8Array): { width: number; height: number } | null {
  const at = isJpeg(data) ? startOfFrame(data) : null;
  if (at === null) {
    return null;
  }
  const view = new DataView(data.buffer, data.byteOffset + at, HEAD_BYTES);
  const size = { height: view.getUint16(5), width: view.getUint16(7) };
  return size.width > 0 && size.height > 0 ? size : null;
}

/** Index of the marker; null where there is none with its whole head. */
function startOfFrame(data: Uint8Array): number | null {
  let at = 2;
  while (at + HEAD_BYTES <= data.length && data[at] === 0xff) {
    const marker = data[at + 1] ?? 0;
    if (isStartOfFrame(marker)) {
      return at;
    }
    if (marker === 0xff) {
      at += 1; // A fill byte before the marker.
    } else {
      const length = ((data[at + 2] ?? 0) << 8) | (data[at + 3] ?? 0);
      at += standsAlone(marker) ? 2 : 2 + length;
    }
  }
  return null;
}

/** Whether `data` begins as a JPEG file does: SOI and another marker. */
export function isJpeg(data: Uint8Array): boolean {
  return data[0] === 0xff && data[1] === 0xd8 && data[2] === 0xff;
}
