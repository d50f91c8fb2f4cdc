/** Connected regions of a mask, after single specks are taken out and single holes filled. */

import { HEIGHT, PIXELS, WIDTH } from './room.ts';

/** Pixels that belong together. */
export interface Region {
  /** Indices of the pixels. */
  readonly pixels: readonly number[];
  readonly left: number;
  readonly top: number;
  /** Last column and row, inclusive. */
  readonly right: number;
  readonly bottom: number;
}

const counts = new Uint8Array(PIXELS);

/** Each pixel becomes what at least five of the nine pixels around it are; the outermost rows and columns become 0. */
export function majority(mask: Uint8Array): void {
  for (let at = 1; at < PIXELS - 1; at += 1) {
    counts[at] = (mask[at - 1] as number) + (mask[at] as number) + (mask[at + 1] as number);
  }
  mask.fill(0);
  for (let y = 1; y < HEIGHT - 1; y += 1) {
    for (let at = y * WIDTH + 1; at < (y + 1) * WIDTH - 1; at += 1) {
      const around =
        (counts[at - WIDTH] as number) + (counts[at] as number) + (counts[at + WIDTH] as number);
      if (around >= 5) mask[at] = 1;
    }
  }
}

/** The regions of pixels equal to 1, connected over sides and corners, of at least `leastArea` pixels. */
export function regionsOf(mask: Uint8Array, leastArea: number): Region[] {
  const isLeft = mask.slice();
  const regions: Region[] = [];
  for (let start = isLeft.indexOf(1); start >= 0; start = isLeft.indexOf(1, start + 1)) {
    const pixels = flood(isLeft, start);
    if (pixels.length >= leastArea) regions.push(regionFrom(pixels));
  }
  return regions;
}

/** Takes the region around `start` out of `isLeft`. */
function flood(isLeft: Uint8Array, start: number): number[] {
  const pixels = [start];
  isLeft[start] = 0;
  // The list grows while it is walked.
  for (const at of pixels) {
    const x = at % WIDTH;
    const [first, last] = [x > 0 ? -1 : 0, x < WIDTH - 1 ? 1 : 0];
    for (const row of [at - WIDTH, at, at + WIDTH]) {
      for (let near = row + first; near <= row + last; near += 1) {
        // Outside the picture is undefined.
        if (isLeft[near] !== 1) continue;
        isLeft[near] = 0;
        pixels.push(near);
      }
    }
  }
  return pixels;
}

function regionFrom(pixels: readonly number[]): Region {
  let [left, top, right, bottom] = [WIDTH, HEIGHT, 0, 0];
  for (const at of pixels) {
    const x = at % WIDTH;
    const y = (at - x) / WIDTH;
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { pixels, left, top, right, bottom };
}
