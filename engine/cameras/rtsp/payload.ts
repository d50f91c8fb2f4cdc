/**
 * NAL units in RTP payloads: RFC 6184 for H.264 (packetization modes 0 and 1), RFC 7798 for H.265 without decoding order
 * numbers. Only what is looked at is read; nothing is copied.
 */

import type { VideoCodec } from '../video/annex-b.ts';

/** A NAL unit or a fragment of one. */
export interface NalPart {
  /** `nal_unit_type`. */
  readonly type: number;
  /** The head of the unit where it begins here; null where this goes on with the one before. */
  readonly head: Uint8Array | null;
  /** What follows: a view of the payload. */
  readonly body: Uint8Array;
}

interface PayloadFormat {
  readonly headBytes: number;
  typeOf(first: number): number;
  /** Type of a payload that holds several whole units, and of one that holds a fragment. */
  readonly aggregate: number;
  readonly fragment: number;
  /** The head of a unit that came in fragments, made of the payload's and the fragment's own. */
  headOf(payload: Uint8Array): Uint8Array;
}

const FORMATS: Readonly<Record<VideoCodec, PayloadFormat>> = {
  h264: {
    headBytes: 1,
    typeOf: (first) => first & 0x1f,
    aggregate: 24,
    fragment: 28,
    headOf: ([first = 0, second = 0]) => Uint8Array.of((first & 0xe0) | (second & 0x1f)),
  },
  hevc: {
    headBytes: 2,
    typeOf: (first) => (first >> 1) & 0x3f,
    aggregate: 48,
    fragment: 49,
    headOf: ([first = 0, second = 0, third = 0]) =>
      Uint8Array.of((first & 0x81) | ((third & 0x3f) << 1), second),
  },
};

const STARTS = 0x80;

/** Calls `use` for each unit or fragment in `payload`, in order. What is cut short is left out. */
export function eachNal(
  codec: VideoCodec,
  payload: Uint8Array,
  use: (part: NalPart) => void,
): void {
  const format = FORMATS[codec];
  const { headBytes, typeOf, headOf } = format;
  const unit = withoutStartCode(payload);
  const type = typeOf(unit[0] ?? 0);
  if (type === format.aggregate) {
    eachAggregated(format, unit, use);
  } else if (type === format.fragment) {
    const fragment = unit[headBytes] ?? 0;
    const isStart = (fragment & STARTS) !== 0;
    use({
      type: codec === 'h264' ? fragment & 0x1f : fragment & 0x3f,
      head: isStart ? headOf(unit) : null,
      body: unit.subarray(headBytes + 1),
    });
  } else if (unit.length > headBytes) {
    use({ type, head: unit.subarray(0, headBytes), body: unit.subarray(headBytes) });
  }
}

/** Some cameras send units as they stand in a file. No unit and no fragment begins with two zeros. */
function withoutStartCode(payload: Uint8Array): Uint8Array {
  const one = payload[2] === 0 ? 3 : 2;
  const isStartCode = payload[0] === 0 && payload[1] === 0 && payload[one] === 1;
  return isStartCode ? payload.subarray(one + 1) : payload;
}

function eachAggregated(
  { headBytes, typeOf }: PayloadFormat,
  payload: Uint8Array,
  use: (part: NalPart) => void,
): void {
  // In H.264 the aggregate's head is one byte and in H.265 two, as any unit's.
  for (let at = headBytes; at + 2 < payload.length; ) {
    const length = ((payload[at] ?? 0) << 8) | (payload[at + 1] ?? 0);
    const unit = payload.subarray(at + 2, at + 2 + length);
    if (unit.length < length || length <= headBytes) {
      return;
    }
    use({
      type: typeOf(unit[0] ?? 0),
      head: unit.subarray(0, headBytes),
      body: unit.subarray(headBytes),
    });
    at += 2 + length;
  }
}
