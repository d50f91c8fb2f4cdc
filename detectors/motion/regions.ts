/** Connected regions of a mask, after single specks are taken out and single holes filled. */

import { HEIGHT, PIXELS, WIDTH } from './memory.ts';

/** Pixels that belong together. */
export interface Region {
  /** Indices of the pixels; valid until the next call. */
  readonly pixels: Int32Array;
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

/** `out` is 1 within `reach` pixels (a square) of a marked pixel. */
export function grow(mask: Uint8Array, reach: number, out: Uint8Array): void {
  out.fill(0);
  for (let at = 0; at < PIXELS; at += 1) {
    if (mask[at] !== 1) continue;
    const x = at % WIDTH;
    const y = (at - x) / WIDTH;
    const left = Math.max(0, x - reach);
    const right = Math.min(WIDTH, x + reach + 1);
    const bottom = Math.min(HEIGHT - 1, y + reach);
    for (let row = Math.max(0, y - reach); row <= bottom; row += 1) {
      out.fill(1, row * WIDTH + left, row * WIDTH + right);
    }
  }
}

const stack = new Int32Array(PIXELS);
const found = new Int32Array(PIXELS);
const isSeen = new Uint8Array(PIXELS);

/** The regions of pixels equal to 1, connected over sides and corners, of at least `leastArea` pixels. */
export function regionsOf(mask: Uint8Array, leastArea: number): Region[] {
  const regions: Region[] = [];
  isSeen.fill(0);
  let end = 0;
  for (let start = 0; start < PIXELS; start += 1) {
    if (mask[start] !== 1 || isSeen[start] === 1) continue;
    const from = end;
    end = flood(mask, start, end);
    if (end - from < leastArea) end = from;
    else regions.push(regionFrom(found.subarray(from, end)));
  }
  return regions;
}

/** Writes the region around `start` to `found` from `end` on; gives the new end. */
function flood(mask: Uint8Array, start: number, end: number): number {
  let to = end;
  depth = 0;
  visit(mask, start);
  while (depth > 0) {
    depth -= 1;
    const at = stack[depth] as number;
    found[to] = at;
    to += 1;
    const x = at % WIDTH;
    const first = x > 0 ? -1 : 0;
    const last = x < WIDTH - 1 ? 1 : 0;
    for (let step = first; step <= last; step += 1) {
      visit(mask, at - WIDTH + step);
      visit(mask, at + step);
      visit(mask, at + WIDTH + step);
    }
  }
  return to;
}

let depth = 0;

function visit(mask: Uint8Array, at: number): void {
  // Outside the mask is undefined.
  if (mask[at] !== 1 || isSeen[at] === 1) return;
  isSeen[at] = 1;
  stack[depth] = at;
  depth += 1;
}

function regionFrom(pixels: Int32Array): Region {
  let [left, top, right, bottom] = [WIDTH, HEIGHT, 0, 0];
  for (const at of pixels) {
    const x = at % WIDTH;
    const y = (at - x) / WIDTH;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { pixels, left, top, right, bottom };
}
