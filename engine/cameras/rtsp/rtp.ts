/** The head of an RTP packet: RFC 3550, 5.1. */

export interface RtpPacket {
  readonly payloadType: number;
  /** 0..65535, one more with each packet. */
  readonly sequence: number;
  /** 0..2³² − 1, in ticks of the stream's clock; the packets of one picture have the same. */
  readonly timestamp: number;
  /** The marker bit: the last packet of its picture, or, of some cameras, of each slice. */
  readonly isMarked: boolean;
  /** May be empty. A view of the packet. */
  readonly payload: Uint8Array;
}

const FIXED_BYTES = 12;
/** RTCP's "goodbye": RFC 3550, 6.6. */
const BYE = 203;
/**
 * Ticks between two pictures that are no time but a new beginning, of a camera that took another clock: ten minutes of
 * video. Chosen here.
 */
const LEAP_TICKS = 600 * 90_000;

/** The packet in `bytes`; null where they are none of version 2. */
export function parseRtp(bytes: Uint8Array): RtpPacket | null {
  const first = bytes[0] ?? 0;
  if (bytes.length < FIXED_BYTES || first >> 6 !== 2) {
    return null;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = FIXED_BYTES + 4 * (first & 0x0f);
  if ((first & 0x10) !== 0) {
    if (start + 4 > bytes.length) {
      return null;
    }
    start += 4 + 4 * view.getUint16(start + 2);
  }
  const padding = (first & 0x20) === 0 ? 0 : (bytes.at(-1) ?? 0);
  const end = bytes.length - padding;
  if (start > end) {
    return null;
  }
  return {
    payloadType: (bytes[1] ?? 0) & 0x7f,
    isMarked: (bytes[1] ?? 0) > 0x7f,
    sequence: view.getUint16(2),
    timestamp: view.getUint32(4),
    payload: bytes.subarray(start, end),
  };
}

/** Whether a compound RTCP packet says that the stream has ended. */
export function saysGoodbye(bytes: Uint8Array): boolean {
  for (let at = 0; at + 4 <= bytes.length; ) {
    if (bytes[at + 1] === BYE) {
      return true;
    }
    at += 4 * (1 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)));
  }
  return false;
}

/** Ticks since the first packet of a stream, over any number of turns of the timestamp's 32 bits. */
export class RtpTicks {
  #last: number | null = null;
  #ticks = 0;

  /** Takes the first packet's timestamp; harmless with any later. */
  begin(timestamp: number): void {
    this.#last ??= timestamp;
  }

  /** Ticks up to `timestamp`; a leap of more than ten minutes since the one asked about before counts as no time. */
  since(timestamp: number): number {
    // To 32 bits with a sign: pictures may be sent before one that is shown earlier.
    const ticks = (timestamp - (this.#last ?? timestamp)) | 0;
    this.#ticks += Math.abs(ticks) > LEAP_TICKS ? 0 : ticks;
    this.#last = timestamp;
    return this.#ticks;
  }
}
