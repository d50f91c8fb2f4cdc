/** JPEG snapshots over HTTP: the same picture asked for each time one is wanted, on one kept-alive connection. */

import type { IncomingMessage } from 'node:http';
import { isTurnoutError, TurnoutError } from '../../../errors.ts';
import { delay } from '../../../runtime/timers.ts';
import type { SourceOptions } from '../source.ts';
import { sourceFault } from '../source-fault.ts';
import type { HttpClient } from './client.ts';
import { networkFault } from './fault.ts';
import { type JpegFeed, MAX_JPEG_BYTES } from './jpeg-feed.ts';
import { isStill } from './still-size.ts';

/** A camera is asked no more often than this, ms, whatever is wanted. Chosen here: its encoder serves people, too. */
const MIN_PERIOD_MS = 100;
/** How soon a shorter wanted period is noticed while waiting, ms. Chosen here. */
const GLANCE_MS = 1000;

export interface SnapshotContext {
  readonly client: HttpClient;
  readonly options: Pick<SourceOptions, 'clock' | 'wantedPeriodMs'>;
  /** Aborts when the source is closed or gives up. */
  readonly signal: AbortSignal;
  /** Runs a request within the time limit for reading. */
  readonly within: <T>(action: () => Promise<T>) => Promise<T>;
}

export class SnapshotFeed implements JpegFeed {
  readonly #context: SnapshotContext;
  #response: IncomingMessage | null;
  #validators: Record<string, string> = {};
  #askedMs: number;

  /** @param first the answer that showed this to be a snapshot; its body is the first picture. */
  constructor(first: IncomingMessage, context: SnapshotContext) {
    this.#context = context;
    this.#response = first;
    this.#askedMs = context.options.clock.monotonicMs();
  }

  /** Throws the faults of a source; `camera_stalled` for an answer that takes too long. */
  async next(): Promise<Uint8Array<ArrayBuffer> | null> {
    const { signal, within } = this.#context;
    if (this.#response !== null) {
      const first = this.#response;
      this.#response = null;
      return await this.#picture(first);
    }
    while (!signal.aborted) {
      await this.#untilWanted();
      if (signal.aborted) {
        return null;
      }
      const picture = await within(() => this.#ask()).catch((error: unknown) => {
        if (isTurnoutError(error, 'camera_ended') && signal.aborted) {
          return null; // Closed while asking.
        }
        throw error;
      });
      if (picture !== null) {
        return picture;
      }
    }
    return null;
  }

  close(): void {
    this.#response?.destroy();
  }

  async #untilWanted(): Promise<void> {
    const { options, signal } = this.#context;
    for (;;) {
      const periodMs = Math.max(MIN_PERIOD_MS, options.wantedPeriodMs());
      const restMs = this.#askedMs + periodMs - options.clock.monotonicMs();
      if (restMs <= 0 || !(await delay(Math.min(restMs, GLANCE_MS), signal))) {
        return;
      }
    }
  }

  /** Null where the camera says that the picture is still the same. */
  async #ask(): Promise<Uint8Array<ArrayBuffer> | null> {
    const { client, options, signal } = this.#context;
    this.#askedMs = options.clock.monotonicMs();
    const response = await client.get(this.#validators, signal);
    if (response.statusCode === 304) {
      response.resume();
      return null;
    }
    return await this.#picture(response);
  }

  async #picture(response: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
    requirePicture(response);
    const body = await readBody(response, this.#context.signal);
    if (!isStill(body)) {
      throw sourceFault('camera_not_video', { got: 'an answer that is no JPEG or PNG picture' });
    }
    this.#validators = validatorsOf(response);
    return body;
  }
}

/** Before the body is read: a web page or a film is not. Some cameras declare no type, or that of a download. */
function requirePicture(response: IncomingMessage): void {
  const type = /^[\w.+-]+\/[\w.+-]+/
    .exec(response.headers['content-type'] ?? '')?.[0]
    .toLowerCase();
  if (type === undefined || type.startsWith('image/') || type === 'application/octet-stream') {
    return;
  }
  response.destroy();
  throw sourceFault('camera_not_video', {
    got: type,
    hint: 'over HTTP, give the address of an MJPEG stream or of a JPEG snapshot',
  });
}

async function readBody(
  response: IncomingMessage,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_JPEG_BYTES) {
        throw new TurnoutError('frame_too_large', {
          where: 'source',
          expected: `pictures of at most ${MAX_JPEG_BYTES} bytes`,
          got: 'a larger one',
        });
      }
    }
  } catch (error) {
    throw isTurnoutError(error) || signal.aborted ? error : networkFault('ECONNRESET');
  }
  const body = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}

/** What a conditional request repeats: RFC 9110, 13.1. */
function validatorsOf({ headers }: IncomingMessage): Record<string, string> {
  return {
    ...(headers.etag === undefined ? {} : { 'if-none-match': headers.etag }),
    ...(headers['last-modified'] === undefined
      ? {}
      : { 'if-modified-since': headers['last-modified'] }),
  };
}
