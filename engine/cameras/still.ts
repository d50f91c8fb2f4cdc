/**
 * A JPEG or PNG file as a frame source. As a camera it is read again each time a picture is wanted, so that a file which
 * another program keeps replacing is a camera, too; read fast, it is one picture.
 */

import { readFile } from 'node:fs/promises';
import { TurnoutError } from '../../errors.ts';
import { delay } from '../../runtime/timers.ts';
import { FILE_HINT, readablePath, unreadable } from './file.ts';
import {
  type DeliverFrame,
  type FrameSource,
  type SourceOptions,
  SourceTally,
  type SourceTotals,
  type StreamOpened,
} from './source.ts';
import { sourceFault } from './source-fault.ts';

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
    requireStill(await bytesOf(path));
    if (signal.aborted) return;
    const isOnce = pace === 'fast';
    const durationMs = isOnce ? 0 : null;
    opened?.({ codec: 'jpeg', width: null, height: null, fps: null, durationMs });
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
  if (isStill(data)) return data;
  await delay(HALF_WRITTEN_MS, signal);
  const again = await bytesOf(path);
  if (!signal.aborted) requireStill(again);
  return again;
}

async function bytesOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(error.code);
  });
  return new Uint8Array(bytes);
}

function requireStill(data: Uint8Array): void {
  if (isStill(data)) return;
  throw sourceFault('camera_not_video', {
    got: 'a file that is no JPEG or PNG picture',
    hint: FILE_HINT,
  });
}

/** SOI and another marker of JPEG (ITU-T T.81, B.1); the signature of PNG (5.2), which thermal and depth cameras send. */
const STARTS = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
];

/** Whether `data` begins as a JPEG or PNG file does. */
export function isStill(data: Uint8Array): boolean {
  return STARTS.some((start) => start.every((byte, at) => data[at] === byte));
}

/** Largest picture taken of a camera, bytes: an 8K JPEG of the best quality is about half of it. Chosen here. */
export const MAX_PICTURE_BYTES = 32 * 1024 * 1024;

export function tooLarge(): TurnoutError {
  return new TurnoutError('frame_too_large', {
    where: 'source',
    expected: `pictures of at most ${MAX_PICTURE_BYTES} bytes`,
    got: 'a larger one',
  });
}
