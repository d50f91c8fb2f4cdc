/** MJPEG over HTTP: the parts of one answer that does not end. */

import type { IncomingMessage } from 'node:http';
import { isTurnoutError } from '../../../errors.ts';
import { sourceFault } from '../source-fault.ts';
import { StallWatch } from '../supervision/watch/stall-watch.ts';
import { type JpegFeed, MAX_JPEG_BYTES } from './jpeg-feed.ts';
import { isJpeg } from './jpeg-size.ts';
import { MultipartParser } from './multipart.ts';

/** Parts in a row that are no pictures (sound, events) before the stream counts as not a video. Chosen here. */
const MAX_OTHER_PARTS = 100;

export class MjpegFeed implements JpegFeed {
  readonly #response: IncomingMessage;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #parser: MultipartParser;
  readonly #watch: StallWatch;
  #parts: Uint8Array<ArrayBuffer>[] = [];
  #others = 0;

  /** @param boundary null where the answer declares none. */
  constructor(response: IncomingMessage, boundary: string | null, stallMs: number) {
    this.#response = response;
    this.#chunks = response[Symbol.asyncIterator]();
    this.#parser = new MultipartParser(boundary, MAX_JPEG_BYTES);
    this.#watch = new StallWatch(stallMs, () => response.destroy());
  }

  /** Throws `camera_stalled`, `frame_too_large` and `camera_not_video`. */
  async next(): Promise<Uint8Array<ArrayBuffer> | null> {
    for (;;) {
      for (let part = this.#parts.shift(); part !== undefined; part = this.#parts.shift()) {
        if (isJpeg(part)) {
          this.#others = 0;
          return part;
        }
        this.#others += 1;
      }
      if (this.#others > MAX_OTHER_PARTS) {
        throw sourceFault('camera_not_video', { got: 'a stream without JPEG pictures' });
      }
      const chunk = await this.#chunk();
      if (chunk === null) {
        return null;
      }
      this.#watch.note();
      this.#parts = this.#parser.push(chunk);
    }
  }

  close(): void {
    this.#watch.stop();
    this.#response.destroy();
  }

  /** Null at the end, however it came about: a connection that breaks ends the stream, too. */
  async #chunk(): Promise<Uint8Array | null> {
    const chunk = await this.#chunks.next().catch((error: unknown) => {
      if (isTurnoutError(error)) {
        throw error;
      }
      return { done: true, value: undefined } as const;
    });
    if (chunk.done !== true) {
      return chunk.value;
    }
    this.#watch.stop();
    if (this.#watch.isStalled) {
      throw sourceFault('camera_stalled');
    }
    return null;
  }
}
