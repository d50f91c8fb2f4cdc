/**
 * An RTSP camera read by libav, in whatever way it sends. Demuxes only: what is not a keyframe is counted and thrown away.
 *
 * The head of the stream is not probed (`avformat_find_stream_info`): the SDP tells the codec, a keyframe brings the
 * rest, and a camera costs half the memory (measured: 2.9 MB instead of 6.3 MB at 1080p).
 */

import type { Packet } from 'node-av/lib';
import { isTurnoutError } from '../../../errors.ts';
import { FrameGate } from '../frame-gate.ts';
import {
  type DeliverFrame,
  type FrameSource,
  readUntil,
  type SourceOptions,
  type SourceTotals,
  type StreamOpened,
} from '../source.ts';
import { sourceFault } from '../source-fault.ts';
import { SourceTally } from '../source-tally.ts';
import { VideoTrack } from '../video/video-track.ts';
import { LibavInput } from './input.ts';

export class LibavRtsp implements FrameSource {
  readonly #options: SourceOptions;
  readonly #tally = new SourceTally();
  #input: LibavInput | null = null;
  #track: VideoTrack | null = null;

  constructor(options: SourceOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal, deliver: DeliverFrame, opened?: StreamOpened): Promise<void> {
    const read = async () => {
      const input = await this.#open(signal);
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

  async #open(signal: AbortSignal): Promise<LibavInput> {
    const { url, transport, openTimeoutMs } = this.#options;
    const settings = { rtsp_transport: transport };
    const video = new LibavInput();
    this.#input = video;
    try {
      // Sound would cost a read for each of its packets: it is not asked for.
      await video.open(url, { ...settings, allowed_media_types: 'video' }, openTimeoutMs);
      return video;
    } catch (error) {
      if (isTurnoutError(error, 'camera_transport_refused')) {
        throw transportFault(transport);
      }
      if (video.isInterrupted || !isTurnoutError(error, 'camera_refused')) {
        throw error;
      }
      // To a stream without video nothing was asked for, which servers refuse in many ways: look what there is.
      await video.close();
      signal.throwIfAborted();
      const all = new LibavInput();
      this.#input = all;
      await all.open(url, settings, openTimeoutMs);
      return all;
    }
  }

  /** libav follows redirects by itself: nothing is read of a host that was not looked at. */
  #requireHome({ context }: LibavInput): void {
    const { url, reach } = this.#options;
    if (reach === undefined || hostOf(context.url ?? '') === hostOf(url)) return;
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
    const data = track.cut(packet);
    if (data === null) {
      return;
    }
    const mediaMs = track.mediaMs(packet);
    this.#tally.keyframe(mediaMs);
    const atUtcMs = this.#options.clock.nowUtcMs();
    gate.offer({ codec: track.info.codec, data, atUtcMs, mediaMs });
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
