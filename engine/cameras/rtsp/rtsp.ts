/**
 * An RTSP camera as a frame source. What nearly every camera sends, H.264 or H.265 over TCP, is read without libav, at
 * 0.4 to 0.6 of the cost; everything else (UDP, TLS, JPEG, and servers that answer in unforeseen ways) by libav.
 */

import { lookup } from 'node:dns/promises';
import { isTurnoutError } from '../../../errors.ts';
import { isDescriptorFree } from '../../../runtime/descriptors.ts';
import type { Reach } from '../../../runtime/reach.ts';
import { delay } from '../../../runtime/timers.ts';
import type { EncodedFrame } from '../../frames/decoder.ts';
import { LibavStream, RTSP, redirectFault } from '../libav/stream.ts';
import {
  type DeliverFrame,
  FrameGate,
  type FrameSource,
  NOTHING_READ,
  readUntil,
  type SourceOptions,
  SourceTally,
  type SourceTotals,
  StallWatch,
  type StreamOpened,
} from '../source.ts';
import { sourceFault } from '../source-fault.ts';
import { RtspClient } from './client.ts';
import { type Keyframe, KeyframeCollector } from './keyframe-collector.ts';
import { parseRtp, RtpTicks, saysGoodbye } from './rtp.ts';
import { type PlayingSession, play, type SdpVideo, type SetUpMedia, Unserved } from './session.ts';

/** The source for an `rtsp:` or `rtsps:` URL, credentials percent-encoded within. */
export function createRtspSource(options: SourceOptions): FrameSource {
  return new RtspSource(options);
}

class RtspSource implements FrameSource {
  #options: SourceOptions;
  #reader: FrameSource | null = null;

  constructor(options: SourceOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal, deliver: DeliverFrame, opened?: StreamOpened): Promise<void> {
    const { clock, openTimeoutMs } = this.#options;
    const beganMs = clock.monotonicMs();
    const { url, reach } = this.#options;
    this.#options = { ...this.#options, url: await findHost(url, reach, signal) };
    const unserved = await this.#direct(signal, deliver, opened);
    if (unserved === null || signal.aborted) return;
    // libav would follow a redirect to wherever it leads.
    if (reach !== undefined && /^it answered 3/.test(unserved)) throw redirectFault();
    const leftMs = Math.max(0, openTimeoutMs - (clock.monotonicMs() - beganMs));
    this.#reader = new LibavStream({ ...this.#options, openTimeoutMs: leftMs }, RTSP);
    await this.#reader.run(signal, deliver, (info) => opened?.({ ...info, whyLibav: unserved }));
  }

  totals(): SourceTotals {
    return this.#reader?.totals() ?? NOTHING_READ;
  }

  /** Null once it was read to its end; else why it cannot be read so. */
  async #direct(
    signal: AbortSignal,
    deliver: DeliverFrame,
    opened?: StreamOpened,
  ): Promise<string | null> {
    const { url, transport } = this.#options;
    if (transport !== 'tcp') return 'it is read over UDP';
    if (!/^rtsp:/i.test(url)) return 'it is read over TLS';
    if (signal.aborted) return null;
    try {
      this.#reader = new DirectRtsp(this.#options);
      await this.#reader.run(signal, deliver, opened);
      return null;
    } catch (error) {
      if (error instanceof Unserved) return error.message;
      throw error;
    }
  }
}

/** What follows the first @ or # of a password is read as the host. */
const UNKNOWN_WITH_PASSWORD =
  'check the host name and the network; in a password @ is written as %40, : as %3A, / as %2F, # as %23 and ? as %3F';

/**
 * libav's own look-up of a name cannot be interrupted and tells no cause. Throws `camera_unreachable`,
 * `descriptors_exhausted` and `address_refused`; an abort ends the wait.
 *
 * @returns the URL; within `reach` with the address that was found in place of the name.
 */
async function findHost(
  url: string,
  reach: Reach | undefined,
  signal: AbortSignal,
): Promise<string> {
  if (!URL.canParse(url)) {
    throw sourceFault('camera_unreachable', {
      expected: 'an address such as rtsp://host/path',
      got: 'one that cannot be read',
      hint: 'percent-encode special characters of the password',
    });
  }
  const { hostname, username } = new URL(url);
  const name = hostname.replace(/^\[|\]$/g, '');
  const looking = reach === undefined ? lookup(name).then(() => url) : reach.pinned(url);
  const found = looking.catch(async (error: unknown) => {
    if (isTurnoutError(error)) return error;
    return (await isDescriptorFree())
      ? sourceFault('camera_unreachable', {
          got: 'a host name that is not known',
          ...(username !== '' && { hint: UNKNOWN_WITH_PASSWORD }),
        })
      : sourceFault('descriptors_exhausted');
  });
  const aborted = new Promise<string>((resolve) => {
    signal.addEventListener('abort', () => resolve(url), { once: true });
    if (signal.aborted) resolve(url);
  });
  const answer = await Promise.race([found, aborted]);
  if (typeof answer !== 'string') throw answer;
  return answer;
}

/**
 * H.264 and H.265 over RTSP and TCP, without libav: what nearly every camera sends, at 0.4 to 0.6 of the cost (measured by
 * `bench/engine/cameras-per-core.bench.ts`; libav asks the system three times for each packet, and a thread for each picture).
 */

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
