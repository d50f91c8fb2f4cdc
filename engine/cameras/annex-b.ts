/**
 * H.264 and H.265 byte streams (Annex B of both standards), as far as a keyframe needs: which picture starts here,
 * and does it bring its parameter sets along. Reads up to the first slice only; never past the bytes given.
 */

import type { FrameCodec } from '../frames/video-decoder.ts';

export type VideoCodec = Exclude<FrameCodec, 'jpeg'>;

export interface PictureStart {
  /**
   * The picture decodes without any before it: IDR in H.264, IRAP (IDR, CRA, BLA) in H.265. An H.264 picture with a
   * recovery point is not: it may need a second of pictures until it is whole, and a worker gets one alone.
   */
  readonly isKeyframe: boolean;
  /** All parameter sets stand in front of the first slice. */
  readonly hasParameterSets: boolean;
}

/** How NAL units are told apart. */
export interface NalKinds {
  typeOf(header: number): number;
  isSlice(type: number): boolean;
  isKeySlice(type: number): boolean;
  /** Types that must all be there. */
  readonly parameterSets: readonly number[];
  /** Types of what stands first in a file: units that a camera which cuts its pictures wrongly begins them with. */
  readonly delimiters: readonly number[];
  readonly headBytes: number;
  /** Over RTP: type of a payload that holds several whole units, and of one that holds a fragment. */
  readonly aggregate: number;
  readonly fragment: number;
  /** The head of a unit that came in fragments, made of the payload's and the fragment's own. */
  headOf(payload: Uint8Array): Uint8Array;
}

/**
 * NAL unit types: ITU-T H.264 table 7-1 (5 IDR, 7 SPS, 8 PPS), H.265 table 7-1 (16..21 IRAP, 32 VPS, 33 SPS, 34 PPS);
 * over RTP RFC 6184 for H.264 (packetization modes 0 and 1), RFC 7798 for H.265 without decoding order numbers.
 */
export const KINDS: Readonly<Record<VideoCodec, NalKinds>> = {
  h264: {
    typeOf: (header) => header & 0x1f,
    isSlice: (type) => type >= 1 && type <= 5,
    isKeySlice: (type) => type === 5,
    parameterSets: [7, 8],
    // 0 is what a start code is taken for.
    delimiters: [0, 9],
    headBytes: 1,
    aggregate: 24,
    fragment: 28,
    headOf: ([first = 0, second = 0]) => Uint8Array.of((first & 0xe0) | (second & 0x1f)),
  },
  hevc: {
    typeOf: (header) => (header >> 1) & 0x3f,
    isSlice: (type) => type < 32,
    isKeySlice: (type) => type >= 16 && type <= 21,
    parameterSets: [32, 33, 34],
    delimiters: [35],
    headBytes: 2,
    aggregate: 48,
    fragment: 49,
    headOf: ([first = 0, second = 0, third = 0]) =>
      Uint8Array.of((first & 0x81) | ((third & 0x3f) << 1), second),
  },
};

/** What the access unit in `data` starts with. Bytes without a slice are no keyframe, but may be parameter sets. */
export function pictureStart(codec: VideoCodec, data: Uint8Array): PictureStart {
  const kinds = KINDS[codec];
  const seen = new Set<number>();
  let isKeyframe = false;
  for (let at = nextNal(data, 0); at < data.length; at = nextNal(data, at)) {
    const type = kinds.typeOf(data[at] ?? 0);
    if (kinds.isSlice(type)) {
      isKeyframe = kinds.isKeySlice(type);
      break;
    }
    seen.add(type);
  }
  return { isKeyframe, hasParameterSets: kinds.parameterSets.every((set) => seen.has(set)) };
}

/** Whether `data` begins with a start code, 00 00 01 or 00 00 00 01: Annex B and not the length-prefixed form of MP4. */
export function isAnnexB(data: Uint8Array): boolean {
  const zeros = data[0] === 0 && data[1] === 0;
  return zeros && (data[2] === 1 || (data[2] === 0 && data[3] === 1));
}

/** Index of the first byte after the next start code; the length of `data` where there is none. */
function nextNal(data: Uint8Array, from: number): number {
  for (let at = from; at + 3 < data.length; at += 1) {
    if (data[at] === 0 && data[at + 1] === 0 && data[at + 2] === 1) return at + 3;
  }
  return data.length;
}
