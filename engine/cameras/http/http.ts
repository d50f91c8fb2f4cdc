/**
 * An HTTP camera as a frame source: JPEG or PNG pictures that are asked for one by one (snapshots), or a stream of JPEG
 * pictures (MJPEG), which libav reads. Which of them it is, the Content-Type of the first answer says.
 */

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { isTurnoutError } from '../../../errors.ts';
import { requireFfmpeg } from '../../ffmpeg.ts';
import type { LibavStream } from '../libav/stream.ts';
import {
  type DeliverFrame,
  FrameGate,
  type FrameSource,
  readUntil,
  type SourceOptions,
  SourceTally,
  type SourceTotals,
  type StreamOpened,
  untilWanted,
} from '../source.ts';
import { type SourceFaultCode, sourceFault } from '../source-fault.ts';
import { isStill, MAX_PICTURE_BYTES, tooLarge } from '../still.ts';
import { HttpClient, networkFault } from './client.ts';

/** A camera is asked no more often than this, ms, whatever is wanted. Chosen here: its encoder serves people, too. */
const MIN_PERIOD_MS = 100;

/** The source for an `http:` or `https:` URL, credentials percent-encoded within. */
export function createHttpSource(options: SourceOptions): FrameSource {
  return new HttpSource(options);
}

class HttpSource implements FrameSource {
  readonly #options: SourceOptions;
  readonly #tally = new SourceTally();
  readonly #stopped = new AbortController();
  #stream: LibavStream | null = null;
  /** What a conditional request repeats: RFC 9110, 13.1. */
  #validators: Record<string, string> = {};
  #askedMs = 0;

  constructor(options: SourceOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal, deliver: DeliverFrame, opened?: StreamOpened): Promise<void> {
    const { url, reach, clock, openTimeoutMs } = this.#options;
    if (!URL.canParse(url)) {
      throw sourceFault('camera_unreachable', {
        expected: 'an address such as http://host/path',
        got: 'one that cannot be read',
        hint: 'percent-encode special characters of the password',
      });
    }
    const beganMs = clock.monotonicMs();
    const client = new HttpClient(new URL(url), reach);
    let isStream = false;
    const read = async () => {
      const first = await this.#within(openTimeoutMs, 'camera_timeout', () => this.#ask(client));
      isStream = first === 'stream';
      if (!isStream && !signal.aborted) await this.#poll(client, first, deliver, opened);
    };
    await readUntil(signal, read, () => {
      this.#stopped.abort();
      client.close();
    });
    if (!isStream || signal.aborted) return;
    requireFfmpeg();
    const { LibavStream, mjpegOverHttp } = await import('../libav/stream.ts');
    const leftMs = Math.max(0, openTimeoutMs - (clock.monotonicMs() - beganMs));
    const { url: reached, authorization } = client.handOver();
    const stream = { ...this.#options, url: reached, openTimeoutMs: leftMs };
    this.#stream = new LibavStream(stream, mjpegOverHttp(authorization));
    await this.#stream.run(signal, deliver, opened);
  }

  totals(): SourceTotals {
    return (this.#stream ?? this.#tally).totals();
  }

  async #poll(
    client: HttpClient,
    first: Answer,
    deliver: DeliverFrame,
    opened?: StreamOpened,
  ): Promise<void> {
    const { clock, readTimeoutMs } = this.#options;
    const gate = new FrameGate(deliver);
    opened?.({ codec: 'jpeg', width: null, height: null, fps: null, durationMs: null });
    let answer = first;
    for (;;) {
      if (answer === 'stream') throw sourceFault('camera_ended');
      if (answer !== 'unchanged') {
        this.#tally.packet(answer.length);
        // HTTP tells no media time; the time of arrival stands in for the interval.
        this.#tally.keyframe(clock.monotonicMs());
        gate.offer({ codec: 'jpeg', data: answer, atUtcMs: clock.nowUtcMs(), mediaMs: null });
      }
      const { signal } = this.#stopped;
      if (!(await untilWanted(this.#askedMs, MIN_PERIOD_MS, this.#options, signal))) return;
      answer = await this.#within(readTimeoutMs, 'camera_stalled', () => this.#ask(client));
    }
  }

  async #ask(client: HttpClient): Promise<Answer> {
    const { signal } = this.#stopped;
    this.#askedMs = this.#options.clock.monotonicMs();
    const response = await client.get(this.#validators, signal);
    if (response.statusCode === 304) {
      response.resume();
      return 'unchanged';
    }
    const type = typeOf(response);
    if (type?.startsWith('multipart/')) {
      // A camera may serve one viewer at a time: this one has left before the next comes.
      response.destroy();
      if (!response.closed) await once(response, 'close');
      return 'stream';
    }
    // Before the body is read: a web page or a film is not. Some cameras declare no type, or that of a download.
    if (type !== null && !type.startsWith('image/') && type !== 'application/octet-stream') {
      response.destroy();
      throw sourceFault('camera_not_video', {
        got: type,
        hint: 'over HTTP, give the address of an MJPEG stream or of a JPEG snapshot',
      });
    }
    const picture = await readPicture(response, signal);
    const { etag, 'last-modified': modified } = response.headers;
    this.#validators = {
      ...(etag !== undefined && { 'if-none-match': etag }),
      ...(modified !== undefined && { 'if-modified-since': modified }),
    };
    return picture;
  }

  /** Runs `action` and stops everything when it takes longer than `limitMs`: then it throws `code`. */
  async #within<T>(limitMs: number, code: SourceFaultCode, action: () => Promise<T>): Promise<T> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#stopped.abort();
    }, limitMs);
    try {
      return await action();
    } catch (error) {
      throw isLate ? sourceFault(code) : error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** A picture; or that it is the one of before, or that this address streams. */
type Answer = Uint8Array<ArrayBuffer> | 'unchanged' | 'stream';

/** In lower case, without parameters; null where none is declared. */
function typeOf({ headers }: IncomingMessage): string | null {
  const [type = null] = /^[\w.+-]+\/[\w.+-]+/.exec(headers['content-type']?.trim() ?? '') ?? [];
  return type === null ? null : type.toLowerCase();
}

async function readPicture(
  response: IncomingMessage,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_PICTURE_BYTES) throw tooLarge();
    }
  } catch (error) {
    throw isTurnoutError(error) || signal.aborted ? error : networkFault('ECONNRESET');
  }
  const picture = new Uint8Array(Buffer.concat(chunks));
  if (!isStill(picture)) {
    throw sourceFault('camera_not_video', { got: 'an answer that is no JPEG or PNG picture' });
  }
  return picture;
}
