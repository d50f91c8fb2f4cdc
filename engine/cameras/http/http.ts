/**
 * An HTTP camera as a frame source: a stream of JPEG pictures (MJPEG) or one JPEG picture asked for again and again.
 * Which of them it is, the Content-Type of the first answer says; the first picture is read while opening.
 */

import type { IncomingMessage } from 'node:http';
import { FrameGate } from '../frame-gate.ts';
import {
  type DeliverFrame,
  type FrameSource,
  readUntil,
  type SourceOptions,
  type SourceTotals,
  type StreamOpened,
} from '../source.ts';
import { type SourceFaultCode, sourceFault } from '../source-fault.ts';
import { SourceTally } from '../source-tally.ts';
import { HttpClient } from './client.ts';
import type { JpegFeed } from './jpeg-feed.ts';
import { MjpegFeed } from './mjpeg-feed.ts';
import { SnapshotFeed } from './snapshot-feed.ts';
import { stillSize } from './still-size.ts';

/** The source for an `http:` or `https:` URL, credentials percent-encoded within. */
export function createHttpSource(options: SourceOptions): FrameSource {
  return new HttpSource(options);
}

class HttpSource implements FrameSource {
  readonly #options: SourceOptions;
  readonly #tally = new SourceTally();
  readonly #stopped = new AbortController();
  #client: HttpClient | null = null;
  #feed: JpegFeed | null = null;

  constructor(options: SourceOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal, deliver: DeliverFrame, opened?: StreamOpened): Promise<void> {
    const read = async () => {
      let picture: Uint8Array<ArrayBuffer> | null = await this.#first();
      const size = stillSize(picture) ?? { width: null, height: null };
      if (signal.aborted) return;
      opened?.({ codec: 'jpeg', ...size, fps: null, durationMs: null });
      const gate = new FrameGate(deliver);
      while (picture !== null && !signal.aborted) {
        this.#hand(picture, gate);
        picture = (await this.#feed?.next()) ?? null;
      }
    };
    await readUntil(signal, read, () => {
      this.#stopped.abort();
      this.#feed?.close();
      this.#client?.close();
    });
  }

  totals(): SourceTotals {
    return this.#tally.totals();
  }

  async #first(): Promise<Uint8Array<ArrayBuffer>> {
    const { openTimeoutMs } = this.#options;
    const first = await this.#within(openTimeoutMs, 'camera_timeout', async () => {
      this.#feed = await this.#begin();
      return await this.#feed.next();
    });
    if (first === null) throw sourceFault('camera_ended', { got: 'its end' });
    return first;
  }

  #hand(data: Uint8Array<ArrayBuffer>, gate: FrameGate): void {
    const { clock } = this.#options;
    this.#tally.packet(data.length);
    // HTTP tells no media time; the time of arrival stands in for the interval.
    this.#tally.keyframe(clock.monotonicMs());
    gate.offer({ codec: 'jpeg', data, atUtcMs: clock.nowUtcMs(), mediaMs: null });
  }

  async #begin(): Promise<JpegFeed> {
    const { url, readTimeoutMs } = this.#options;
    if (!URL.canParse(url)) {
      throw sourceFault('camera_unreachable', {
        expected: 'an address such as http://host/path',
        got: 'one that cannot be read',
        hint: 'percent-encode special characters of the password',
      });
    }
    this.#client = new HttpClient(new URL(url), this.#options.reach);
    const response = await this.#client.get({}, this.#stopped.signal);
    const boundary = multipartBoundary(response);
    return boundary === undefined
      ? new SnapshotFeed(response, {
          client: this.#client,
          options: this.#options,
          signal: this.#stopped.signal,
          within: (action) => this.#within(readTimeoutMs, 'camera_stalled', action),
        })
      : new MjpegFeed(response, boundary, readTimeoutMs);
  }

  /** Runs `action` and stops everything when it takes longer than `limitMs`: then it throws `code`. */
  async #within<T>(limitMs: number, code: SourceFaultCode, action: () => Promise<T>): Promise<T> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#stopped.abort();
    }, limitMs);
    try {
      const result = await action();
      if (isLate) {
        throw sourceFault(code);
      }
      return result;
    } catch (error) {
      throw isLate ? sourceFault(code) : error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The boundary of a multipart answer, null where it declares none; undefined where it is not multipart. */
function multipartBoundary({ headers }: IncomingMessage): string | null | undefined {
  const type = headers['content-type'] ?? '';
  if (!/^\s*multipart\//i.test(type)) {
    return undefined;
  }
  const found = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^;\s]+))/i.exec(type);
  return found?.[1] ?? found?.[2] ?? null;
}
