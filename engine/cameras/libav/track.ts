/**
 * The one video track of an opened libav input: what it is, its times, and its keyframes as pictures that decode on their
 * own. Other tracks are discarded.
 */

import {
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_MJPEG,
  AV_NOPTS_VALUE,
  AVDISCARD_ALL,
  AVDISCARD_DEFAULT,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import {
  avGetCodecName,
  BitStreamFilter,
  BitStreamFilterContext,
  type FormatContext,
  Packet,
  type Rational,
  type Stream,
} from 'node-av/lib';
import type { FrameCodec } from '../../frames/video-decoder.ts';
import { isAnnexB, pictureStart, type VideoCodec } from '../annex-b.ts';
import type { StreamInfo } from '../source.ts';
import { sourceFault } from '../source-fault.ts';

export class VideoTrack {
  readonly info: StreamInfo;
  readonly #index: number;
  readonly #filter: BitStreamFilterContext;
  readonly #in = new Packet();
  readonly #out = new Packet();
  readonly #msPerTick: number;
  /** Where the stream starts, in ticks; null until that is known. */
  #startTicks: bigint | null;

  /** Throws `camera_no_video_track`, `camera_codec_unsupported` and `camera_not_video`. */
  constructor(context: FormatContext) {
    const stream = pickVideo(context);
    const { codecId } = stream.codecpar;
    const codec = CODECS.get(codecId);
    if (codec === undefined) {
      const got = avGetCodecName(codecId) ?? 'an unknown one';
      throw sourceFault('camera_codec_unsupported', { got });
    }
    this.#index = stream.index;
    this.#msPerTick = toNumber(stream.timeBase) * 1000;
    const { startTime } = stream;
    this.#startTicks = startTime === AV_NOPTS_VALUE ? null : startTime;
    this.info = describe(context, stream, codec);
    this.#filter = filterFor(codec, stream);
    this.#in.alloc();
    this.#out.alloc();
  }

  /** Whether `packet` belongs to it: packets of discarded tracks may still come. */
  has(packet: Packet): boolean {
    return packet.streamIndex === this.#index;
  }

  /** The picture of a keyframe; null of all other packets, and where the picture does not decode on its own. */
  keyframe(packet: Packet): Uint8Array<ArrayBuffer> | null {
    if (!packet.isKeyframe || !this.has(packet)) return null;
    this.#in.ref(packet);
    const sent = this.#filter.sendPacketSync(this.#in);
    this.#in.unref();
    const received = sent < 0 ? sent : this.#filter.receivePacketSync(this.#out);
    const { data } = this.#out;
    const isEmpty = received < 0 || data === null || data.length === 0;
    const bytes = isEmpty ? null : new Uint8Array(data);
    this.#out.unref();
    // A refused packet may stay inside; the next must not wait behind it.
    if (received < 0) this.#filter.flush();
    const { codec } = this.info;
    if (bytes === null || codec === 'jpeg') return bytes;
    const { isKeyframe, hasParameterSets } = pictureStart(codec, bytes);
    return isKeyframe && hasParameterSets ? bytes : null;
  }

  /**
   * Position of `packet` in the stream, ms; null where it has none. libav gives the first packet of an RTSP session no
   * time and counts the others from there, so a first keyframe without a time is at 0.
   */
  mediaMs(packet: Packet): number | null {
    const ticks = packet.pts === AV_NOPTS_VALUE ? packet.dts : packet.pts;
    if (ticks === AV_NOPTS_VALUE) {
      const isFirst = this.#startTicks === null;
      this.#startTicks ??= 0n;
      return isFirst ? 0 : null;
    }
    this.#startTicks ??= ticks;
    return Number(ticks - this.#startTicks) * this.#msPerTick;
  }

  close(): void {
    this.#filter.free();
    this.#in.free();
    this.#out.free();
  }
}

const CODECS: ReadonlyMap<number, FrameCodec> = new Map<number, FrameCodec>([
  [AV_CODEC_ID_H264, 'h264'],
  [AV_CODEC_ID_HEVC, 'hevc'],
  [AV_CODEC_ID_MJPEG, 'jpeg'],
]);

/** MP4, Matroska, FLV have lengths instead of start codes: libav's filter turns them and adds the parameter sets. */
const FILTERS: Readonly<Record<VideoCodec, string>> = {
  h264: 'h264_mp4toannexb',
  hevc: 'hevc_mp4toannexb',
};

/** In RTSP and MPEG-TS start codes are there; parameter sets that came only in the SDP are put in front. */
function filterFor(codec: FrameCodec, { codecpar, timeBase }: Stream): BitStreamFilterContext {
  const { extradata } = codecpar;
  const isByteStream = extradata === null || extradata.length === 0 || isAnnexB(extradata);
  const name = codec === 'jpeg' ? 'null' : isByteStream ? 'dump_extra' : FILTERS[codec];
  const context = new BitStreamFilterContext();
  const filter = BitStreamFilter.getByName(name);
  if (filter === null || context.alloc(filter) < 0) {
    throw sourceFault('camera_codec_unsupported', { got: 'no filter for it in this FFmpeg' });
  }
  const { inputCodecParameters } = context;
  if (inputCodecParameters !== null) codecpar.copy(inputCodecParameters);
  context.inputTimeBase = timeBase;
  if (context.init() < 0) {
    context.free();
    throw sourceFault('camera_not_video', { got: 'a damaged head of the video track' });
  }
  return context;
}

function pickVideo(context: FormatContext): Stream {
  const { streams } = context;
  // A cover picture in a sound file is a video stream to libav, with one packet kept apart.
  const isVideo = (stream: Stream) =>
    stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO && stream.attachedPic === null;
  const video = streams.find(isVideo);
  if (video === undefined) throw sourceFault('camera_no_video_track');
  for (const stream of streams) {
    // AVDISCARD_NONKEY would spare reading, but the MP4 demuxer of FFmpeg 8 then gives keyframes wrong times.
    stream.discard = stream.index === video.index ? AVDISCARD_DEFAULT : AVDISCARD_ALL;
  }
  return video;
}

function describe(context: FormatContext, stream: Stream, codec: FrameCodec): StreamInfo {
  const { width, height } = stream.codecpar;
  const fps = toNumber(stream.avgFrameRate);
  return {
    codec,
    width: width > 0 ? width : null,
    height: height > 0 ? height : null,
    fps: fps > 0 ? fps : null,
    durationMs: durationMs(context, stream),
  };
}

/** libav tells a length for the file (µs) or for the track (ticks), as the format has it. */
function durationMs(context: FormatContext, stream: Stream): number | null {
  if (context.duration > 0n) return Number(context.duration) / 1000;
  return stream.duration > 0n ? Number(stream.duration) * toNumber(stream.timeBase) * 1000 : null;
}

function toNumber({ num, den }: Pick<Rational, 'num' | 'den'>): number {
  return den === 0 ? 0 : num / den;
}
