/** The sizes that a picture can be looked at, and which of them a room wants. */

import type { Size } from '../../detectors/picture/fit.ts';

export type InputSize = Size;

/**
 * Pixels of the picture at each rung: 640x360, 832x468 and 960x540 on 16:9. In rooms of 10 to 25 people YOLOX-Nano is off
 * by 4.21 people at 416x416, 2.84 at 640x384, 2.03 at 832x480 and 1.94 at 960x544, in rooms of 16 to 30 by 6.64, 3.68,
 * 2.44 and 2.08 (`npx tsx bench/accuracy/run.ts --rooms-only --only yolox --set input=832x480`).
 */
const RUNG_PIXELS = [640 * 360, 832 * 468, 960 * 540] as const;
/** The widest stride of the heads that can be resized, px: sides are multiples of it. */
const STRIDE_PX = 32;
/** Forms beyond it are letterboxed: a panorama of 10:1 would be a strip in which nobody is tall enough. Chosen here. */
const MAX_ASPECT = 3;

/** People from which on a room wants a rung. Up to ten, 416 is right within one; the last is chosen here. */
const RUNG_CAPACITY = [0, 11, 26] as const;

/**
 * The rungs for pictures of one form, smallest first. Enlarging a small picture helps as well, so that its size does not matter.
 *
 * @param mostPixels of a detector that counts worse on more; the lowest rung is always there. Null for any.
 */
export function rungsFor(picture: Size, mostPixels: number | null): readonly InputSize[] {
  const aspect = Math.min(MAX_ASPECT, Math.max(1 / MAX_ASPECT, picture.width / picture.height));
  const [lowest, ...higher] = RUNG_PIXELS;
  const rungs = [lowest, ...higher.filter((pixels) => pixels <= (mostPixels ?? pixels))];
  return rungs.map((pixels) => {
    const width = Math.round(Math.sqrt(pixels * aspect) / STRIDE_PX) * STRIDE_PX;
    return { width, height: Math.ceil(width / aspect / STRIDE_PX - ROUNDING) * STRIDE_PX };
  });
}

/** So that 832 / (16 / 9) is 468 and no more, whatever the last bit. */
const ROUNDING = 1e-6;

/** The rung that a room of `capacity` people wants; one that may hold any number wants the middle one. */
export function wantedRung(capacity: number | null): number {
  if (capacity === null) return 1;
  return RUNG_CAPACITY.findLastIndex((least) => capacity >= least);
}

/** The size at the rung that a room of `capacity` people wants, or at the highest below it. */
export function sizeFor(
  picture: Size,
  capacity: number | null,
  mostPixels: number | null,
): InputSize | null {
  const rungs = rungsFor(picture, mostPixels);
  return rungs[Math.min(wantedRung(capacity), rungs.length - 1)] ?? null;
}

/** `832x480`, as the option `input` has it. */
export function inputText({ width, height }: InputSize): string {
  return `${width}x${height}`;
}
