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

/** Each pixel becomes what at least five of the nine pixels around it are. */
export function majority(mask: Uint8Array): void {
  for (let y = 0, at = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1, at += 1) {
      const before = x > 0 ? (mask[at - 1] as number) : 0;
      const after = x < WIDTH - 1 ? (mask[at + 1] as number) : 0;
      counts[at] = before + (mask[at] as number) + after;
    }
  }
  for (let at = 0; at < PIXELS; at += 1) {
    const above = at >= WIDTH ? (counts[at - WIDTH] as number) : 0;
    const below = at < PIXELS - WIDTH ? (counts[at + WIDTH] as number) : 0;
    mask[at] = above + (counts[at] as number) + below >= 5 ? 1 : 0;
  }
}

/** `out` is 1 within `reach` pixels (a square) of a marked pixel. */
export function grow(mask: Uint8Array, reach: number, out: Uint8Array): void {
  counts.fill(0);
  for (let y = 0; y < HEIGHT; y += 1) {
    const row = y * WIDTH;
    for (let x = 0; x < WIDTH; x += 1) {
      if (mask[row + x] !== 1) continue;
      counts.fill(1, row + Math.max(0, x - reach), row + Math.min(WIDTH, x + reach + 1));
    }
  }
  out.fill(0);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let near = Math.max(0, y - reach); near <= Math.min(HEIGHT - 1, y + reach); near += 1) {
      for (let x = 0; x < WIDTH; x += 1) {
        if (counts[near * WIDTH + x] === 1) out[y * WIDTH + x] = 1;
      }
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
  let depth = 1;
  stack[0] = start;
  isSeen[start] = 1;
  while (depth > 0) {
    depth -= 1;
    const at = stack[depth] as number;
    found[to] = at;
    to += 1;
    const x = at % WIDTH;
    for (let row = at - WIDTH; row <= at + WIDTH; row += WIDTH) {
      if (row < 0 || row >= PIXELS) continue;
      const first = x > 0 ? row - 1 : row;
      const last = x < WIDTH - 1 ? row + 1 : row;
      for (let near = first; near <= last; near += 1) {
        if (mask[near] !== 1 || isSeen[near] === 1) continue;
        isSeen[near] = 1;
        stack[depth] = near;
        depth += 1;
      }
    }
  }
  return to;
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
