/**
 * A recording as a frame source: any container libav reads, holding H.264, H.265 or MJPEG.
 *
 * Played once: in its own time like a camera, or as fast as its keyframes are taken. A file never makes libav open
 * anything else: playlists and the network are shut out.
 */

import { AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import type { Packet, Stream } from 'node-av/lib';
import { isTurnoutError } from '../../errors.ts';
import { delay } from '../../runtime/timers.ts';
import type { EncodedFrame } from '../frames/decoder.ts';
import { LibavInput } from './libav/input.ts';
import { VideoTrack } from './libav/stream.ts';
import {
  type DeliverFrame,
  type FrameSource,
  readUntil,
  type SourceOptions,
  SourceTally,
  type SourceTotals,
  type StreamInfo,
  type StreamOpened,
} from './source.ts';
import { sourceFault } from './source-fault.ts';
import { FILE_HINT, readablePath } from './still.ts';

/** Containers that are tried, by libav's names. Leaves out playlists, device and text formats. */
const CONTAINERS = [
  'mov,mp4,m4a,3gp,3g2,mj2',
  'matroska,webm',
  'avi,asf,flv,mpeg,mpegts,h264,hevc,mjpeg,mpjpeg,ivf,m4v,ogg,mxf,wav,mp3,aac,flac',
].join(',');

const SETTINGS = { protocol_whitelist: 'file', format_whitelist: CONTAINERS };

/** The source for a path or a `file:` URL. */
export function createFileSource(options: SourceOptions): FrameSource {
  return new FileSource(options);
}

class FileSource implements FrameSource {
  readonly #options: SourceOptions;
  readonly #tally = new SourceTally();
  #track: VideoTrack | null = null;
  /** Pictures before the packet under way. */
  #pictures = -1;

  constructor(options: SourceOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal, deliver: DeliverFrame, opened?: StreamOpened): Promise<void> {
    const input = new LibavInput();
    const read = async () => {
      const info = await this.#open(input);
      if (signal.aborted) return;
      opened?.(info);
      await this.#read(input, signal, deliver);
    };
    await readUntil(signal, read, async () => {
      await input.close();
      this.#track?.close();
    });
  }

  totals(): SourceTotals {
    return this.#tally.totals();
  }

  async #open(input: LibavInput): Promise<StreamInfo> {
    const { url, openTimeoutMs } = this.#options;
    try {
      const path = await readablePath(url);
      await input.open(`file:${path}`, SETTINGS, openTimeoutMs);
      this.#track = await this.#findTrack(input);
      return this.#track.info;
    } catch (error) {
      // Elsewhere it is the address that is looked at.
      if (!isTurnoutError(error, 'camera_not_video')) throw error;
      throw sourceFault('camera_not_video', { got: error.parts.got, hint: FILE_HINT });
    }
  }

  async #read(input: LibavInput, signal: AbortSignal, deliver: DeliverFrame): Promise<void> {
    const pace = { startedMs: this.#options.clock.monotonicMs(), signal };
    await input.read(null, (packet) => {
      this.#tally.packet(packet.size);
      const frame = this.#frameOf(packet);
      return frame === null ? undefined : this.#hand(frame, pace, deliver);
    });
    if (this.#tally.totals().keyframes === 0 && !signal.aborted) {
      throw sourceFault('camera_not_video', { got: 'a file without one whole keyframe' });
    }
  }

  async #findTrack(input: LibavInput): Promise<VideoTrack> {
    const { context } = input;
    if (context.streams.length === 0 || context.streams.some(lacksHead)) {
      await input.probe(this.#options.openTimeoutMs);
    }
    return new VideoTrack(context);
  }

  #frameOf(packet: Packet): EncodedFrame | null {
    if (this.#track?.has(packet)) {
      this.#pictures += 1;
    }
    const data = this.#track?.isKeyframe(packet) ? this.#track.cut(packet) : null;
    if (data === null || this.#track === null) {
      return null;
    }
    const mediaMs = this.#track.mediaMs(packet) ?? this.#countedMs(this.#track.info.fps);
    this.#tally.keyframe(mediaMs);
    return { codec: this.#track.info.codec, data, atUtcMs: 0, mediaMs };
  }

  /** A bare H.264 or H.265 stream has no times: its pictures are counted instead. */
  #countedMs(fps: number | null): number | null {
    return fps === null ? null : (this.#pictures * 1000) / fps;
  }

  /** At the pace that was asked for; the time of the frame is that of its delivery. */
  async #hand(
    frame: EncodedFrame,
    { startedMs, signal }: { readonly startedMs: number; readonly signal: AbortSignal },
    deliver: DeliverFrame,
  ): Promise<void> {
    const { clock, pace } = this.#options;
    if (pace !== 'fast') {
      const dueMs = startedMs + (frame.mediaMs ?? 0);
      await delay(Math.max(0, dueMs - clock.monotonicMs()), signal);
    }
    if (!signal.aborted) {
      await deliver({ ...frame, atUtcMs: clock.nowUtcMs() });
    }
  }
}

/** Formats without a table of contents (MPEG-TS) tell size and parameter sets only in the stream itself. */
function lacksHead({ codecpar }: Stream): boolean {
  return codecpar.codecType === AVMEDIA_TYPE_VIDEO && codecpar.width === 0;
}
