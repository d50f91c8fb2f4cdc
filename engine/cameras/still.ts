/**
 * A JPEG or PNG file as a frame source. As a camera it is read again each time a picture is wanted, so that a file which
 * another program keeps replacing is a camera, too; read fast, it is one picture.
 */

import { readFile } from 'node:fs/promises';
import { delay } from '../../runtime/timers.ts';
import { FILE_HINT, readablePath, unreadable } from './file-path.ts';
import { stillSize } from './http/still-size.ts';
import type {
  DeliverFrame,
  FrameSource,
  SourceOptions,
  SourceTotals,
  StreamOpened,
} from './source.ts';
import { sourceFault } from './source-fault.ts';
import { SourceTally } from './source-tally.ts';

/** A file replaced in place may be met half written; it is read again after this time, ms. Chosen here. */
const HALF_WRITTEN_MS = 200;

/** The source for a path or `file:` URL that ends in `.jpg`, `.jpeg` or `.png`. */
export function createStillSource(options: SourceOptions): FrameSource {
  return new StillSource(options);
}

class StillSource implements FrameSource {
  readonly #options: SourceOptions;
  readonly #tally = new SourceTally();

  constructor(options: SourceOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal, deliver: DeliverFrame, opened?: StreamOpened): Promise<void> {
    const { url, clock, pace, wantedPeriodMs } = this.#options;
    const path = await readablePath(url);
    const { width, height } = sizeOf(await bytesOf(path));
    if (signal.aborted) return;
    const isOnce = pace === 'fast';
    opened?.({ codec: 'jpeg', width, height, fps: null, durationMs: isOnce ? 0 : null });
    while (!signal.aborted) {
      const data = await wholePicture(path, signal);
      if (signal.aborted) return;
      const mediaMs = isOnce ? 0 : null;
      this.#tally.packet(data.length);
      this.#tally.keyframe(mediaMs);
      await deliver({ codec: 'jpeg', data, atUtcMs: clock.nowUtcMs(), mediaMs });
      if (isOnce) return;
      await delay(wantedPeriodMs(), signal);
    }
  }

  totals(): SourceTotals {
    return this.#tally.totals();
  }
}

async function wholePicture(path: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const data = await bytesOf(path);
  if (stillSize(data) !== null) return data;
  await delay(HALF_WRITTEN_MS, signal);
  const again = await bytesOf(path);
  if (!signal.aborted) sizeOf(again);
  return again;
}

async function bytesOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(error.code);
  });
  return new Uint8Array(bytes);
}

function sizeOf(data: Uint8Array): { width: number; height: number } {
  const size = stillSize(data);
  if (size === null) {
    throw sourceFault('camera_not_video', {
      got: 'a file that is no JPEG or PNG picture',
      hint: FILE_HINT,
    });
  }
  return size;
}
