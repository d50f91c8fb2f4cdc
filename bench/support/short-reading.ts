/**
 * Three ways to come by a keyframe at regular intervals, each as the reader alone would do it: no thread of its own and no
 * messages, so that what is compared is reading.
 */

import { RtspClient } from '../../engine/cameras/rtsp/client.ts';
import { KeyframeCollector } from '../../engine/cameras/rtsp/keyframe-collector.ts';
import { parseRtp } from '../../engine/cameras/rtsp/rtp.ts';
import { type PlayingSession, play, type SetUpMedia } from '../../engine/cameras/rtsp/session.ts';
import type { FrameSource } from '../../engine/cameras/source.ts';
import { createSource } from '../../engine/cameras/sources.ts';
import { systemClock } from '../../runtime/clock.ts';
import { delay } from '../../runtime/timers.ts';

const LIMIT_MS = 20_000;
/** As in `engine/cameras/rtsp/`: how early a camera plays before its sample, and how often it is asked at rest. */
const [EARLY_MS, STAY_MS] = [1_000, 5_000];

export function sourceOf(url: string): Promise<FrameSource> {
  return createSource({
    url,
    transport: 'tcp',
    openTimeoutMs: LIMIT_MS,
    readTimeoutMs: LIMIT_MS,
    wantedPeriodMs: () => Number.POSITIVE_INFINITY,
    clock: systemClock,
  });
}

/**
 * Connects, reads up to the n-th keyframe and says good-bye.
 *
 * @returns bytes of media that came.
 */
export async function connectFor(keyframes: number, url: string): Promise<number> {
  const source = await sourceOf(url);
  const enough = new AbortController();
  let left = keyframes;
  await source.run(enough.signal, () => {
    left -= 1;
    if (left === 0) enough.abort();
  });
  return source.totals().bytes;
}

/** A connection that stands, and plays only to come by a keyframe. */
export class PausedCamera {
  readonly #client: RtspClient;
  #media: SetUpMedia | null = null;
  #session: PlayingSession | null = null;
  #collector: KeyframeCollector | null = null;
  #came: () => void = () => undefined;
  /** Bytes of media that came. */
  bytes = 0;

  constructor(url: string) {
    this.#client = new RtspClient(new URL(url), (channel, packet) => this.#packet(channel, packet));
  }

  /** Connects and rests after the first keyframe. */
  async start(): Promise<void> {
    const came = this.#keyframe();
    this.#session = await play(this.#client, (media) => {
      this.#media = media;
      this.#collector = new KeyframeCollector(media.video.codec, media.video.parameterSets);
    });
    await came;
    await this.#ask('PAUSE');
  }

  /**
   * Plays until the next keyframe has come and for a second more, and rests again; as often as the reader does in
   * `restMs` it asks whether the camera is there.
   */
  async look(restMs: number): Promise<void> {
    const came = this.#keyframe();
    await this.#ask('PLAY');
    await came;
    await delay(EARLY_MS);
    await this.#ask('PAUSE');
    for (let ms = 0; ms < restMs; ms += STAY_MS) await this.#session?.stayConnected();
  }

  async stop(): Promise<void> {
    await this.#client.close();
  }

  async #ask(method: string): Promise<void> {
    const answer = await this.#client.ask(method, this.#client.uri);
    if (answer?.status !== 200) throw new Error(`${method}: ${answer?.status ?? 'no answer'}`);
  }

  #keyframe(): Promise<void> {
    return new Promise((resolve) => {
      this.#came = resolve;
    });
  }

  #packet(channel: number, bytes: Uint8Array): void {
    const packet = channel === this.#media?.channel ? parseRtp(bytes) : null;
    if (packet === null) return;
    this.bytes += bytes.length;
    if ((this.#collector?.take(packet) ?? null) !== null) this.#came();
  }
}
