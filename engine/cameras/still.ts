/**
 * A JPEG file as a frame source. As a camera it is read again each time a picture is wanted, so that a file which
 * another program keeps replacing is a camera, too; read fast, it is one picture.
 */

import { readFile } from 'node:fs/promises';
import { delay } from '../../runtime/timers.ts';
import { FILE_HINT, readablePath, unreadable } from './file-path.ts';
import { jpegSize } from './http/jpeg-size.ts';
import type {
  DeliverFrame,
  FrameSource,
  SourceOptions,
  SourceTotals,
  StreamInfo,
} from './source.ts';
import { sourceFault } from './source-fault.ts';
import { SourceTally } from './source-tally.ts';

/** A file replaced in place may be met half written; it is read again after this time, ms. Chosen here. */
const HALF_WRITTEN_MS = 200;

/** The source for a path or `file:` URL that ends in `.jpg` or `.jpeg`. */
export function createStillSource(options: SourceOptions): FrameSource {
  return new StillSource(options);
}

class StillSource implements FrameSource {
  readonly #options: SourceOptions;
  readonly #tally = new SourceTally();
  readonly #closed = new AbortController();
  #path = '';

  constructor(options: SourceOptions) {
    this.#options = options;
  }

  async open(): Promise<StreamInfo> {
    this.#path = await readablePath(this.#options.url);
    const { width, height } = sizeOf(await this.#bytes());
    if (this.#closed.signal.aborted) {
      throw sourceFault('camera_ended', { got: 'its own end' });
    }
    const isOnce = this.#options.pace === 'fast';
    return { codec: 'jpeg', width, height, fps: null, durationMs: isOnce ? 0 : null };
  }

  async read(deliver: DeliverFrame): Promise<void> {
    const { clock, pace, wantedPeriodMs } = this.#options;
    while (!this.#closed.signal.aborted) {
      const data = await this.#whole();
      if (this.#closed.signal.aborted) {
        return;
      }
      const mediaMs = pace === 'fast' ? 0 : null;
      this.#tally.packet(data.length);
      this.#tally.keyframe(mediaMs);
      await deliver({ codec: 'jpeg', data, atUtcMs: clock.nowUtcMs(), mediaMs });
      if (pace === 'fast') {
        return;
      }
      await delay(wantedPeriodMs(), this.#closed.signal);
    }
  }

  async close(): Promise<void> {
    this.#closed.abort();
  }

  totals(): SourceTotals {
    return this.#tally.totals();
  }

  async #whole(): Promise<Uint8Array<ArrayBuffer>> {
    const data = await this.#bytes();
    if (jpegSize(data) !== null) {
      return data;
    }
    await delay(HALF_WRITTEN_MS, this.#closed.signal);
    const again = await this.#bytes();
    sizeOf(again);
    return again;
  }

  async #bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await readFile(this.#path).catch((error: NodeJS.ErrnoException) => {
      throw unreadable(error.code);
    });
    return new Uint8Array(bytes);
  }
}

function sizeOf(data: Uint8Array): { width: number; height: number } {
  const size = jpegSize(data);
  if (size === null) {
    throw sourceFault('camera_not_video', {
      got: 'a file that is no JPEG picture',
      hint: FILE_HINT,
    });
  }
  return size;
}
