/**
 * A camera read by libav: RTSP in whatever way it sends, and MJPEG over HTTP. Demuxes only: what is not a keyframe is
 * counted and thrown away.
 *
 * The head of the stream is not probed (`avformat_find_stream_info`): the SDP tells the codec, a keyframe brings the
 * rest, and a camera costs half the memory (measured: 2.9 MB instead of 6.3 MB at 1080p).
 */

import {
  AV_NOPTS_VALUE,
  AVDISCARD_ALL,
  AVDISCARD_DEFAULT,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import type { FormatContext, Packet, Rational, Stream } from 'node-av/lib';
import { isTurnoutError } from '../../../errors.ts';
import type { FrameCodec } from '../../frames/video-decoder.ts';
import { codecOf, type KeyframeCutter, keyframeCutter } from '../annex-b.ts';
import {
  type DeliverFrame,
  FrameGate,
  type FrameSource,
  readUntil,
  type SourceOptions,
  SourceTally,
  type SourceTotals,
  type StreamInfo,
  type StreamOpened,
} from '../source.ts';
import { sourceFault } from '../source-fault.ts';
import { isStill } from '../still.ts';
import { LibavInput } from './input.ts';

/** How libav is to read a stream. */
export interface StreamKind {
  /** Name of the one demuxer that is tried; null where the address says which. */
  readonly format: string | null;
  readonly settings: Readonly<Record<string, string>>;
  /** Whether its pictures have times of their own. */
  readonly isTimed: boolean;
}

export const RTSP: StreamKind = { format: null, settings: {}, isTimed: true };

/**
 * Pictures are found by how JPEG begins, since heads of parts, lengths and boundaries are often wrong: a picture is
 * known when the next one begins. Redirects were followed before, to where it may lead, and no proxy stands between.
 *
 * @param authorization of the first request; libav answers a challenge by the login of the address.
 */
export function mjpegOverHttp(authorization: string | null): StreamKind {
  return {
    format: 'mjpeg',
    settings: {
      protocol_whitelist: 'http,https,tcp,tls',
      format_whitelist: 'mjpeg',
      max_redirects: '0',
      http_proxy: '',
      ...(authorization !== null && { headers: `Authorization: ${authorization}\r\n` }),
    },
    isTimed: false,
  };
}

export class LibavStream implements FrameSource {
  readonly #options: SourceOptions;
  readonly #kind: StreamKind;
  readonly #tally = new SourceTally();
  #input: LibavInput | null = null;
  #track: VideoTrack | null = null;

  constructor(options: SourceOptions, kind: StreamKind) {
    this.#options = options;
    this.#kind = kind;
  }

  async run(signal: AbortSignal, deliver: DeliverFrame, opened?: StreamOpened): Promise<void> {
    const read = async () => {
      const input =
        this.#kind.format === null ? await this.#openRtsp(signal) : await this.#open({});
      this.#requireHome(input);
      const track = new VideoTrack(input.context);
      this.#track = track;
      opened?.({ ...track.info, durationMs: null });
      await this.#read(input, track, deliver);
    };
    await readUntil(signal, read, async () => {
      await this.#input?.close();
      this.#track?.close();
    });
  }

  totals(): SourceTotals {
    return this.#tally.totals();
  }

  async #open(settings: Readonly<Record<string, string>>): Promise<LibavInput> {
    const { url, openTimeoutMs, reach } = this.#options;
    const { format } = this.#kind;
    const input = new LibavInput();
    this.#input = input;
    const address = format === null || reach === undefined ? url : await reach.pinned(url);
    await input.open(address, { ...this.#kind.settings, ...settings }, openTimeoutMs, format);
    return input;
  }

  async #openRtsp(signal: AbortSignal): Promise<LibavInput> {
    const { transport } = this.#options;
    const settings = { rtsp_transport: transport };
    try {
      // Sound would cost a read for each of its packets: it is not asked for.
      return await this.#open({ ...settings, allowed_media_types: 'video' });
    } catch (error) {
      if (isTurnoutError(error, 'camera_transport_refused')) {
        throw transportFault(transport);
      }
      if (this.#input?.isInterrupted || !isTurnoutError(error, 'camera_refused')) {
        throw error;
      }
      // To a stream without video nothing was asked for, which servers refuse in many ways: look what there is.
      await this.#input?.close();
      signal.throwIfAborted();
      return await this.#open(settings);
    }
  }

  /** libav follows redirects of RTSP by itself: nothing is read of a host that was not looked at. */
  #requireHome({ context }: LibavInput): void {
    const { url, reach } = this.#options;
    const isPinned = this.#kind.format !== null;
    if (reach === undefined || isPinned || hostOf(context.url ?? '') === hostOf(url)) return;
    throw redirectFault();
  }

  async #read(input: LibavInput, track: VideoTrack, deliver: DeliverFrame): Promise<void> {
    const gate = new FrameGate(deliver);
    await input.read(this.#options.readTimeoutMs, (packet) => {
      this.#tally.packet(packet.size);
      if (track.isKeyframe(packet)) this.#keyframe(track, packet, gate);
      return undefined;
    });
  }

  #keyframe(track: VideoTrack, packet: Packet, gate: FrameGate): void {
    const { codec } = track.info;
    const data = track.cut(packet);
    // What stands before the first picture of MJPEG comes as one.
    if (data === null || (codec === 'jpeg' && !isStill(data))) return;
    const { clock } = this.#options;
    const mediaMs = this.#kind.isTimed ? track.mediaMs(packet) : null;
    this.#tally.keyframe(this.#kind.isTimed ? mediaMs : clock.monotonicMs());
    gate.offer({ codec, data, atUtcMs: clock.nowUtcMs(), mediaMs });
  }
}

/** Of a camera that sends its reader elsewhere. */
export function redirectFault(): Error {
  return sourceFault('camera_refused', { got: 'a redirect', hint: 'enter where it leads to' });
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname : null;
}

function transportFault(transport: SourceOptions['transport']): Error {
  const other = transport === 'udp' ? 'tcp' : 'udp';
  return sourceFault('camera_transport_refused', {
    expected: `a camera that sends over ${transport.toUpperCase()}`,
    got: 'one that does not',
    hint: `set transport: ${other} for it`,
  });
}

/** The one video track of an opened libav input: what it is, its times, and its keyframes. Other tracks are discarded. */

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
