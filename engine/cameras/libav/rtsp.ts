/**
 * An RTSP camera read by libav, in whatever way it sends. Demuxes only: what is not a keyframe is counted and thrown away.
 *
 * The head of the stream is not probed (`avformat_find_stream_info`): the SDP tells the codec, a keyframe brings the
 * rest, and a camera costs half the memory (measured: 2.9 MB instead of 6.3 MB at 1080p).
 */

import type { Packet } from 'node-av/lib';
import { isTurnoutError } from '../../../errors.ts';
import { Outlet } from '../outlet.ts';
import type {
  DeliverFrame,
  FrameSource,
  SourceOptions,
  SourceTotals,
  StreamInfo,
} from '../source.ts';
import { sourceFault } from '../source-fault.ts';
import { SourceTally } from '../source-tally.ts';
import { VideoTrack } from '../video/video-track.ts';
import { LibavInput } from './input.ts';

export class LibavRtsp implements FrameSource {
  readonly #options: SourceOptions;
  readonly #tally = new SourceTally();
  #input = new LibavInput();
  #track: VideoTrack | null = null;

  constructor(options: SourceOptions) {
    this.#options = options;
  }

  async open(): Promise<StreamInfo> {
    const { url, transport, openTimeoutMs } = this.#options;
    const settings = { rtsp_transport: transport };
    try {
      // Sound would cost a read for each of its packets: it is not asked for.
      await this.#input.open(url, { ...settings, allowed_media_types: 'video' }, openTimeoutMs);
    } catch (error) {
      if (isTurnoutError(error, 'camera_transport_refused')) {
        throw transportFault(transport);
      }
      if (this.#input.isInterrupted || !isTurnoutError(error, 'camera_refused')) {
        throw error;
      }
      // To a stream without video nothing was asked for, which servers refuse in many ways: look what there is.
      await this.#input.close();
      this.#input = new LibavInput();
      await this.#input.open(url, settings, openTimeoutMs);
    }
    this.#track = new VideoTrack(this.#input.context);
    return { ...this.#track.info, durationMs: null };
  }

  async read(deliver: DeliverFrame): Promise<void> {
    const outlet = new Outlet(deliver);
    await this.#input.read(this.#options.readTimeoutMs, (packet) => {
      this.#tally.packet(packet.size);
      if (this.#track?.isKeyframe(packet)) {
        this.#keyframe(this.#track, packet, outlet);
      }
      return undefined;
    });
  }

  async close(): Promise<void> {
    await this.#input.close();
    this.#track?.close();
    this.#track = null;
  }

  totals(): SourceTotals {
    return this.#tally.totals();
  }

  #keyframe(track: VideoTrack, packet: Packet, outlet: Outlet): void {
    const data = track.cut(packet);
    if (data === null) {
      return;
    }
    const mediaMs = track.mediaMs(packet);
    this.#tally.keyframe(mediaMs);
    const atUtcMs = this.#options.clock.nowUtcMs();
    outlet.offer({ codec: track.info.codec, data, atUtcMs, mediaMs });
  }
}

function transportFault(transport: SourceOptions['transport']): Error {
  const other = transport === 'udp' ? 'tcp' : 'udp';
  return sourceFault('camera_transport_refused', {
    expected: `a camera that sends over ${transport.toUpperCase()}`,
    got: 'one that does not',
    hint: `set transport: ${other} for it`,
  });
}
