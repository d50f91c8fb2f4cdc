/**
 * H.264 and H.265 byte streams (Annex B of both standards), as far as a keyframe needs: which picture starts here,
 * and does it bring its parameter sets along. Reads up to the first slice only; never past the bytes given.
 */

import { AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MJPEG } from 'node-av/constants';
import {
  avGetCodecName,
  BitStreamFilter,
  BitStreamFilterContext,
  Packet,
  type Stream,
} from 'node-av/lib';
import type { FrameCodec } from '../frames/video-decoder.ts';
import { sourceFault } from './source-fault.ts';

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
}

/** NAL unit types: ITU-T H.264 table 7-1 (5 IDR, 7 SPS, 8 PPS), H.265 table 7-1 (16..21 IRAP, 32 VPS, 33 SPS, 34 PPS). */
export const KINDS: Readonly<Record<VideoCodec, NalKinds>> = {
  h264: {
    typeOf: (header) => header & 0x1f,
    isSlice: (type) => type >= 1 && type <= 5,
    isKeySlice: (type) => type === 5,
    parameterSets: [7, 8],
    // 0 is what a start code is taken for.
    delimiters: [0, 9],
  },
  hevc: {
    typeOf: (header) => (header >> 1) & 0x3f,
    isSlice: (type) => type < 32,
    isKeySlice: (type) => type >= 16 && type <= 21,
    parameterSets: [32, 33, 34],
    delimiters: [35],
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
    if (data[at] === 0 && data[at + 1] === 0 && data[at + 2] === 1) {
      return at + 3;
    }
  }
  return data.length;
}

/**
 * Packets of one video stream to pictures that decode on their own. Only packets that libav flags as keyframes get
 * here, so that the others cost nothing; what comes out fills its own ArrayBuffer.
 */

const CODECS: ReadonlyMap<number, FrameCodec> = new Map<number, FrameCodec>([
  [AV_CODEC_ID_H264, 'h264'],
  [AV_CODEC_ID_HEVC, 'hevc'],
  [AV_CODEC_ID_MJPEG, 'jpeg'],
]);

const FILTERS: Readonly<Record<VideoCodec, string>> = {
  h264: 'h264_mp4toannexb',
  hevc: 'hevc_mp4toannexb',
};

/** The codec of a video stream. Throws `camera_codec_unsupported`, naming the codec. */
export function codecOf(stream: Stream): FrameCodec {
  const { codecId } = stream.codecpar;
  const codec = CODECS.get(codecId);
  if (codec === undefined) {
    throw sourceFault('camera_codec_unsupported', {
      got: avGetCodecName(codecId) ?? 'an unknown one',
    });
  }
  return codec;
}

export interface KeyframeCutter {
  /** The picture in `packet`, which stays as it is; null where it does not decode on its own. */
  cut(packet: Packet): Uint8Array<ArrayBuffer> | null;
  close(): void;
}

/** The cutter for a stream of `codec`. Throws `camera_not_video` where the head of the stream makes no sense. */
export function keyframeCutter(codec: FrameCodec, stream: Stream): KeyframeCutter {
  if (codec === 'jpeg') {
    return { cut: (packet) => bytesOf(packet), close: () => undefined };
  }
  const { extradata } = stream.codecpar;
  const isByteStream = extradata === null || extradata.length === 0 || isAnnexB(extradata);
  return isByteStream
    ? new ByteStreamCutter(codec, extradata ?? new Uint8Array())
    : new LengthPrefixedCutter(codec, stream);
}

/** RTSP, MPEG-TS: start codes are there; parameter sets that came only in the SDP are put in front. */
class ByteStreamCutter implements KeyframeCutter {
  readonly #codec: VideoCodec;
  /** Null where the head of the stream does not hold them all. */
  readonly #parameterSets: Uint8Array | null;

  constructor(codec: VideoCodec, extradata: Uint8Array) {
    this.#codec = codec;
    this.#parameterSets = pictureStart(codec, extradata).hasParameterSets ? extradata : null;
  }

  cut(packet: Packet): Uint8Array<ArrayBuffer> | null {
    const bytes = bytesOf(packet);
    const start = bytes === null ? null : pictureStart(this.#codec, bytes);
    if (bytes === null || !start?.isKeyframe) {
      return null;
    }
    if (start.hasParameterSets) {
      return bytes;
    }
    return this.#parameterSets === null ? null : joined(this.#parameterSets, bytes);
  }

  close(): void {
    // Holds nothing of libav.
  }
}

/** MP4, Matroska, FLV: lengths instead of start codes; libav's filter turns them and adds the parameter sets. */
class LengthPrefixedCutter implements KeyframeCutter {
  readonly #codec: VideoCodec;
  readonly #filter = new BitStreamFilterContext();
  readonly #in = new Packet();
  readonly #out = new Packet();

  constructor(codec: VideoCodec, stream: Stream) {
    this.#codec = codec;
    this.#in.alloc();
    this.#out.alloc();
    const filter = BitStreamFilter.getByName(FILTERS[codec]);
    if (filter === null || this.#filter.alloc(filter) < 0) {
      throw sourceFault('camera_codec_unsupported', { got: 'no filter for it in this FFmpeg' });
    }
    const { inputCodecParameters } = this.#filter;
    if (inputCodecParameters !== null) {
      stream.codecpar.copy(inputCodecParameters);
    }
    this.#filter.inputTimeBase = stream.timeBase;
    if (this.#filter.init() < 0) {
      this.close();
      throw sourceFault('camera_not_video', { got: 'a damaged head of the video track' });
    }
  }

  cut(packet: Packet): Uint8Array<ArrayBuffer> | null {
    this.#in.ref(packet);
    const sent = this.#filter.sendPacketSync(this.#in);
    this.#in.unref();
    const received = sent < 0 ? sent : this.#filter.receivePacketSync(this.#out);
    const bytes = received < 0 ? null : bytesOf(this.#out);
    this.#out.unref();
    if (received < 0) {
      // A refused packet may stay inside; the next must not wait behind it.
      this.#filter.flush();
    }
    const start = bytes === null ? null : pictureStart(this.#codec, bytes);
    return start?.isKeyframe && start.hasParameterSets ? bytes : null;
  }

  close(): void {
    this.#filter.free();
    this.#in.free();
    this.#out.free();
  }
}

/** A copy of the packet's bytes. libav's binding copies already; where it lent us a part of more, it is copied again. */
function bytesOf(packet: Packet): Uint8Array<ArrayBuffer> | null {
  const { data } = packet;
  if (data === null || data.length === 0) {
    return null;
  }
  const { buffer } = data;
  return buffer instanceof ArrayBuffer && buffer.byteLength === data.length
    ? new Uint8Array(buffer)
    : new Uint8Array(data);
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}
