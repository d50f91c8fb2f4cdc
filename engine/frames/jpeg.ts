/**
 * One JPEG or PNG to small packed pixels, by sharp: its shrink-on-load decodes only as much as the small size needs, which
 * makes MJPEG and snapshot cameras nearly free.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import sharp from 'sharp';
import { MAX_PICTURE_PIXELS, type Pixels, type PixelsWanted } from '../../detectors/picture.ts';
import { messageOf, TurnoutError } from '../../errors.ts';

// The pool is the parallelism; libvips' own threads would only fight over the same cores.
sharp.concurrency(1);
// Every picture is new: caching decoded ones would only hold memory.
sharp.cache(false);

/** Throws `frame_undecodable` and `frame_too_large`. */
export async function jpegPixels(
  data: Uint8Array<ArrayBuffer>,
  wanted: PixelsWanted,
): Promise<Pixels> {
  try {
    const image = sharp(data, { limitInputPixels: false, failOn: 'error' });
    const { width, height, format } = await image.metadata();
    if (format !== 'jpeg' && format !== 'png') {
      throw undecodable(`a picture in the format ${format}`);
    }
    requireSize(width, height);
    const picture = { width, height };
    const size = wanted.size(picture);
    const scaled = image
      .resize(size.width, size.height, { fit: 'fill', kernel: 'linear' })
      .toColourspace(wanted.isGrey ? 'b-w' : 'srgb')
      .removeAlpha();
    const bytes = await scaled.raw().toBuffer();
    lowerThreads();
    return { picture, width: size.width, height: size.height, bytes };
  } catch (error) {
    if (error instanceof TurnoutError) throw error;
    throw undecodable(messageOf(error), error);
  }
}

function requireSize(width: number, height: number): void {
  if (width * height <= MAX_PICTURE_PIXELS) return;
  throw new TurnoutError('frame_too_large', {
    where: 'frame',
    expected: `at most ${MAX_PICTURE_PIXELS / 1e6} million pixels`,
    got: `${width} × ${height}`,
    hint: 'choose a smaller stream in the settings of the camera',
  });
}

function undecodable(got: string, cause?: unknown): TurnoutError {
  const parts = { where: 'frame', expected: 'one JPEG or PNG picture', got };
  return new TurnoutError('frame_undecodable', parts, { cause });
}

/** Chosen by eye: a room of 960 px takes some 30 kB, and its edges stay clean under the outlines of zones. */
const QUALITY = 70;

/** A small picture for people to look at, as JPEG. @param rgb packed, row by row. */
export async function jpegOf(
  rgb: Uint8Array,
  width: number,
  height: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const raw = { width, height, channels: 3 } as const;
  const file = await sharp(rgb, { raw }).jpeg({ quality: QUALITY }).toBuffer();
  lowerThreads();
  return Uint8Array.from(file);
}

/**
 * Keeps libvips' own threads as nice as the worker that decodes with them. sharp starts them from libuv's threads, which
 * have the priority of the API: left so, every JPEG would take some 8 ms of a core that the API could not win back.
 *
 * They are found by their name in `/proc` (Linux); elsewhere they keep the priority they have. libvips ends a thread that
 * was idle for a while and starts another when needed, so they are looked for all the time, at most once a second: after a
 * picture, when the threads that made it are there.
 */

const THREADS = '/proc/self/task';
const NAME = 'libvips worker';
const LOOK_EVERY_MS = 1_000;
let lookedMs = Number.NEGATIVE_INFINITY;

function lowerThreads(): void {
  const nowMs = performance.now();
  if (process.platform !== 'linux' || nowMs - lookedMs < LOOK_EVERY_MS) return;
  lookedMs = nowMs;
  // On Linux a priority is that of a thread, and 0 is the calling one.
  const own = getPriority(0);
  for (const id of readdirSync(THREADS)) {
    try {
      const name = readFileSync(`${THREADS}/${id}/comm`, 'latin1').trimEnd();
      if (name === NAME && getPriority(Number(id)) < own) setPriority(Number(id), own);
    } catch {
      // It has ended meanwhile.
    }
  }
}
