/**
 * Packets of one video stream to pictures that decode on their own. Only packets that libav flags as keyframes get
 * here, so that the others cost nothing; what comes out fills its own ArrayBuffer.
 */

import { AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MJPEG } from 'node-av/constants';
import {
  avGetCodecName,
  BitStreamFilter,
  BitStreamFilterContext,
  Packet,
  type Stream,
} from 'node-av/lib';
import type { FrameCodec } from '../../frames/encoded-frame.ts';
import { sourceFault } from '../source-fault.ts';
import { areParameterSets, isAnnexB, pictureStart, type VideoCodec } from './annex-b.ts';

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
    this.#parameterSets = areParameterSets(codec, extradata) ? extradata : null;
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
