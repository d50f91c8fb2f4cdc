/** The one video track of an opened libav input: what it is, its times, and its keyframes. Other tracks are discarded. */

import {
  AV_NOPTS_VALUE,
  AVDISCARD_ALL,
  AVDISCARD_DEFAULT,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import type { FormatContext, Packet, Rational, Stream } from 'node-av/lib';
import type { FrameCodec } from '../../frames/encoded-frame.ts';
import type { StreamInfo } from '../source.ts';
import { sourceFault } from '../source-fault.ts';
import { codecOf, type KeyframeCutter, keyframeCutter } from './keyframe-cutter.ts';

export class VideoTrack {
  readonly info: StreamInfo;
  readonly #stream: Stream;
  readonly #index: number;
  readonly #cutter: KeyframeCutter;
  readonly #msPerTick: number;
  /** Where the stream starts, in ticks; null until that is known. */
  #startTicks: bigint | null;

  /** Throws `camera_no_video_track`, `camera_codec_unsupported` and `camera_not_video`. */
  constructor(context: FormatContext) {
    this.#stream = pickVideo(context);
    this.#index = this.#stream.index;
    const codec = codecOf(this.#stream);
    this.#msPerTick = toNumber(this.#stream.timeBase) * 1000;
    const { startTime } = this.#stream;
    this.#startTicks = startTime === AV_NOPTS_VALUE ? null : startTime;
    this.info = describe(context, this.#stream, codec);
    this.#cutter = keyframeCutter(codec, this.#stream);
  }

  /** Whether `packet` belongs to the track. */
  has(packet: Packet): boolean {
    return packet.streamIndex === this.#index;
  }

  /** Whether `packet` may hold a keyframe. */
  isKeyframe(packet: Packet): boolean {
    return packet.isKeyframe && this.has(packet);
  }

  /** The self-contained picture of a keyframe packet; null where it is none. */
  cut(packet: Packet): Uint8Array<ArrayBuffer> | null {
    return this.#cutter.cut(packet);
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
    this.#cutter.close();
  }
}

function pickVideo(context: FormatContext): Stream {
  const { streams } = context;
  // A cover picture in a sound file is a video stream to libav, with one packet kept apart.
  const isVideo = (stream: Stream) =>
    stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO && stream.attachedPic === null;
  const video = streams.find(isVideo);
  if (video === undefined) {
    throw sourceFault('camera_no_video_track');
  }
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
  if (context.duration > 0n) {
    return Number(context.duration) / 1000;
  }
  return stream.duration > 0n ? Number(stream.duration) * toNumber(stream.timeBase) * 1000 : null;
}

function toNumber({ num, den }: Pick<Rational, 'num' | 'den'>): number {
  return den === 0 ? 0 : num / den;
}
