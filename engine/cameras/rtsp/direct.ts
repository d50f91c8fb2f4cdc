/**
 * H.264 and H.265 over RTSP and TCP, without libav: what nearly every camera sends, at 0.4 to 0.6 of the cost (measured by
 * `bench/engine/cameras.bench.ts`; libav asks the system three times for each packet, and a thread for each picture).
 */

import { delay } from '../../../runtime/timers.ts';
import type { EncodedFrame } from '../../frames/encoded-frame.ts';
import {
  type DeliverFrame,
  FrameGate,
  type FrameSource,
  readUntil,
  type SourceOptions,
  type SourceTotals,
  type StreamOpened,
} from '../source.ts';
import { sourceFault } from '../source-fault.ts';
import { SourceTally } from '../source-tally.ts';
import { StallWatch } from '../stall-watch.ts';
import { RtspClient } from './client.ts';
import { type Keyframe, KeyframeCollector } from './keyframe-collector.ts';
import { parseRtp, RtpTicks, saysGoodbye } from './rtp.ts';
import type { SdpVideo } from './sdp.ts';
import { type PlayingSession, play, type SetUpMedia } from './session.ts';

export class DirectRtsp implements FrameSource {
  readonly #options: SourceOptions;
  readonly #tally = new SourceTally();
  /** The connection is over, or about to be closed. */
  readonly #over = new AbortController();
  #client: RtspClient | null = null;
  #collector: KeyframeCollector | null = null;
  readonly #ticks = new RtpTicks();
  #media: SetUpMedia | null = null;
  #watch: StallWatch | null = null;
  #gate: FrameGate | null = null;
  /** What came between opening and reading. */
  #early: EncodedFrame | null = null;

  constructor(options: SourceOptions) {
    this.#options = options;
  }

  /** Rejects with `Unserved` besides where the camera has to be read in another way. */
  async run(signal: AbortSignal, deliver: DeliverFrame, opened?: StreamOpened): Promise<void> {
    const client = new RtspClient(new URL(this.#options.url), (channel, packet) =>
      this.#packet(channel, packet),
    );
    this.#client = client;
    const read = async () => {
      const session = await this.#open(client);
      if (signal.aborted) return;
      const { codec, width, height, fps } = session.video;
      opened?.({ codec, width, height, fps, durationMs: null });
      await this.#read(client, session, deliver);
    };
    await readUntil(signal, read, () => {
      this.#over.abort();
      return client.close();
    });
  }

  async #open(client: RtspClient): Promise<PlayingSession> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      client.destroy();
    }, this.#options.openTimeoutMs);
    try {
      return await play(client, (media) => {
        this.#media = media;
        this.#collector = new KeyframeCollector(media.video.codec, media.video.parameterSets);
      });
    } catch (error) {
      throw isLate ? sourceFault('camera_timeout') : error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #read(client: RtspClient, session: PlayingSession, deliver: DeliverFrame): Promise<void> {
    const watch = new StallWatch(this.#options.readTimeoutMs, () => client.destroy());
    this.#watch = watch;
    this.#gate = new FrameGate(deliver);
    if (this.#early !== null) {
      this.#gate.offer(this.#early);
      this.#early = null;
    }
    const staying = this.#stay(session);
    await client.over;
    watch.stop();
    const isAborted = this.#over.signal.aborted;
    this.#over.abort();
    await staying;
    if (!isAborted && watch.isStalled) throw sourceFault('camera_stalled');
  }

  totals(): SourceTotals {
    return this.#tally.totals();
  }

  async #stay({ stayEveryMs, stayConnected }: PlayingSession): Promise<void> {
    while (await delay(stayEveryMs, this.#over.signal)) {
      // Not waited for: who does not answer this time is told the next time, too.
      void stayConnected();
    }
  }

  /** Runs for every packet of every camera. */
  #packet(channel: number, bytes: Uint8Array): void {
    const media = this.#media;
    if (media === null || this.#over.signal.aborted) {
      return;
    }
    if (channel === media.channel + 1) {
      if (saysGoodbye(bytes)) {
        this.#client?.destroy();
      }
      return;
    }
    const packet = channel === media.channel ? parseRtp(bytes) : null;
    if (packet === null || packet.payloadType !== media.video.payloadType) {
      return;
    }
    this.#tally.packet(bytes.length);
    this.#watch?.note();
    this.#ticks.begin(packet.timestamp);
    const keyframe = this.#collector?.take(packet) ?? null;
    if (keyframe !== null) {
      this.#keyframe(keyframe, media.video);
    }
  }

  #keyframe({ data, timestamp }: Keyframe, { codec, clockRate }: SdpVideo): void {
    const mediaMs = (this.#ticks.since(timestamp) * 1000) / clockRate;
    this.#tally.keyframe(mediaMs);
    const frame = { codec, data, atUtcMs: this.#options.clock.nowUtcMs(), mediaMs };
    if (this.#gate === null) {
      this.#early = frame;
    } else {
      this.#gate.offer(frame);
    }
  }
}
