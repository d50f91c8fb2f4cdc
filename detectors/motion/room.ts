/**
 * The empty room as the detector remembers it, in the block of bytes that the engine keeps for each camera, and what in a
 * frame is not the room. Pixels are learned only where no one is, so that someone who lies still for an hour stays
 * foreground.
 *
 * ```text
 * 0      facts    8 × float64          samples seen, time of the last one, samples on end of another room
 * 64     mean     3 × PIXELS float32   the empty room, planes of red, green, blue
 * …      spread   PIXELS float32       standard deviation of the noise, 0..255
 * ```
 */

export const WIDTH = 320;
export const HEIGHT = 180;
export const PIXELS = WIDTH * HEIGHT;

const FACTS_BYTES = 64;
export const STATE_BYTES = FACTS_BYTES + 4 * PIXELS * 4;

/** How fast the room follows where no one is, ms. Chosen here: a patch of sun wanders within minutes. */
const FOLLOW_MS = 60_000;
/** Least and most noise that is assumed: 2.5 is the error of JPEG at quality 75 after scaling. */
const SPREAD = { least: 2.5, most: 8 } as const;
/** A pixel is foreground this many standard deviations from the room (three channels together). */
const FAR = 5.5;
/** A shadow keeps the colour and takes at most this much of the light away. */
const DARKEST_SHADOW = 0.78;
/** Below that only where the colour is exactly that of the room: the dark core of a shadow under the feet. */
const DEEPEST_SHADOW = 0.66;
/** And light that falls on the room brightens it by at most this much between two samples. */
const BRIGHTEST = 1.12;
/** How much of the light that is lost may be lost to one colour more than to another. */
const TINT = 0.05;

export interface Room {
  readonly facts: Float64Array;
  readonly mean: Float32Array;
  readonly spread: Float32Array;
}

/** Where each fact lies in {@link Room.facts}. */
export const FACT = { samples: 0, atMs: 1, strange: 2 } as const;

/** The views into a camera's block. */
export function openRoom(state: Uint8Array): Room {
  const { buffer, byteOffset } = state;
  const meanAt = byteOffset + FACTS_BYTES;
  return {
    facts: new Float64Array(buffer, byteOffset, FACTS_BYTES / 8),
    mean: new Float32Array(buffer, meanAt, 3 * PIXELS),
    spread: new Float32Array(buffer, meanAt + 3 * PIXELS * 4, PIXELS),
  };
}

/** Light of the frame over that of the room: the median over a grid, so that people in front of the room do not matter. */
export function gainOf({ mean }: Room, pixels: Uint8Array): number {
  const ratios: number[] = [];
  for (let at = 0; at < PIXELS; at += 37) {
    const room =
      (mean[at] as number) + (mean[at + PIXELS] as number) + (mean[at + 2 * PIXELS] as number);
    const seen = pixels.subarray(at * 3, at * 3 + 3).reduce((sum, value) => sum + value, 0);
    // Black has no ratio, and white may be cut off.
    if (room >= 45 && room <= 735 && seen <= 750) ratios.push(seen / room);
  }
  return ratios.length < 100 ? 1 : (ratios.sort((a, b) => a - b)[ratios.length >> 1] as number);
}

/** Marks in `mask` (1 or 0) what is not the room. */
export function findForeground(
  { mean, spread }: Room,
  pixels: Uint8Array,
  gain: number,
  mask: Uint8Array,
): void {
  for (let at = 0; at < PIXELS; at += 1) {
    const red = (mean[at] as number) * gain;
    const green = (mean[at + PIXELS] as number) * gain;
    const blue = (mean[at + 2 * PIXELS] as number) * gain;
    const r = pixels[at * 3] as number;
    const g = pixels[at * 3 + 1] as number;
    const b = pixels[at * 3 + 2] as number;
    const noise = Math.max(SPREAD.least, spread[at] as number) ** 2;
    const off = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    mask[at] = 0;
    if (off <= FAR * FAR * noise) continue;
    // How much of the room's light is there, and what is left that light does not explain (Horprasert 1999).
    const power = red * red + green * green + blue * blue + 1;
    const share = (r * red + g * green + b * blue) / power;
    const left = off - (share - 1) ** 2 * power;
    mask[at] = isShadow(share, left / noise, power / noise) ? 0 : 1;
  }
}

/** Whether the light alone may explain a pixel. `left` and `power` in variances of the noise. */
function isShadow(share: number, left: number, power: number): boolean {
  if (share > BRIGHTEST || share < DEEPEST_SHADOW) return false;
  if (left < 4) return true;
  return share > DARKEST_SHADOW && left < 7 + (TINT * (1 - share)) ** 2 * power;
}

/** How far around people the room does not follow, px: their blurred rim. */
const MARGIN = 2;
const busy = new Uint8Array(PIXELS);

/** Lets the room follow where `mask` says that no one is. */
export function follow(
  { mean, spread, facts }: Room,
  pixels: Uint8Array,
  gain: number,
  { mask, elapsedMs }: { readonly mask: Uint8Array; readonly elapsedMs: number },
): void {
  busy.fill(0);
  for (let at = mask.indexOf(1); at >= 0; at = mask.indexOf(1, at + 1)) {
    for (let row = -MARGIN; row <= MARGIN; row += 1) {
      const middle = at + row * WIDTH;
      busy.fill(1, Math.max(0, middle - MARGIN), Math.max(0, middle + MARGIN + 1));
    }
  }
  const usual = 1 - Math.exp(-Math.min(elapsedMs, FOLLOW_MS) / FOLLOW_MS);
  // The first samples are averaged: one alone has the noise of one.
  const rate = Math.max(usual, 1 / (facts[FACT.samples] as number));
  for (let at = 0; at < PIXELS; at += 1) {
    if (busy[at] === 1) continue;
    let off = 0;
    for (let channel = 0; channel < 3; channel += 1) {
      const room = mean[channel * PIXELS + at] as number;
      const seen = (pixels[at * 3 + channel] as number) / gain;
      off += (seen - room) ** 2;
      mean[channel * PIXELS + at] = room + (seen - room) * rate;
    }
    const old = spread[at] as number;
    const next = Math.sqrt(old * old + (off / 3 - old * old) * usual * 0.5);
    spread[at] = Math.min(SPREAD.most, Math.max(SPREAD.least, next));
  }
}

/** How much stronger the edges of a hole are in the remembered room than in the frame. Chosen on the drawn rooms. */
const STRONGER = 1.6;

/**
 * Whether a region is a hole: foreground that is the room itself, where the remembered room still shows someone who was
 * there when it was learned. A person has edges in the frame; a hole has them in the remembered room.
 */
export function isHole(
  { mean }: Room,
  pixels: Uint8Array,
  mask: Uint8Array,
  region: Iterable<number>,
): boolean {
  let [inFrame, inRoom] = [1, 0];
  for (const at of region) {
    for (const step of [3, -3, 3 * WIDTH, -3 * WIDTH]) {
      const neighbour = at + step;
      if (mask[at + step / 3] !== 0 || mask[neighbour] !== 0) continue;
      for (let channel = 0; channel < 3; channel += 1) {
        inFrame += Math.abs(
          (pixels[at * 3 + channel] as number) - (pixels[neighbour * 3 + channel] as number),
        );
        inRoom += Math.abs(
          (mean[channel * PIXELS + at] as number) - (mean[channel * PIXELS + neighbour] as number),
        );
      }
    }
  }
  return inRoom > STRONGER * inFrame;
}

/** Puts what is seen at these pixels into the remembered room. */
export function learnAt(
  { mean }: Room,
  pixels: Uint8Array,
  gain: number,
  region: Iterable<number>,
): void {
  for (const at of region) {
    for (let channel = 0; channel < 3; channel += 1) {
      mean[channel * PIXELS + at] = (pixels[at * 3 + channel] as number) / gain;
    }
  }
}

/** Connected regions of a mask, after single specks are taken out and single holes filled. */

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
      const neighbours =
        (counts[at - WIDTH] as number) + (counts[at] as number) + (counts[at + WIDTH] as number);
      if (neighbours >= 5) mask[at] = 1;
    }
  }
}

/** The regions of pixels equal to 1, connected over sides and corners, of at least `leastArea` pixels. */
export function regionsOf(mask: Uint8Array, leastArea: number): Region[] {
  const isLeft = mask.slice();
  const regions: Region[] = [];
  for (let start = isLeft.indexOf(1); start >= 0; start = isLeft.indexOf(1, start + 1)) {
    const region = takeRegion(isLeft, start);
    if (region.pixels.length >= leastArea) regions.push(region);
  }
  return regions;
}

/** Takes the region around `start` out of `isLeft`. */
function takeRegion(isLeft: Uint8Array, start: number): Region {
  const pixels = [start];
  isLeft[start] = 0;
  let [left, top, right, bottom] = [WIDTH, HEIGHT, 0, 0];
  // The list grows while it is walked.
  for (const at of pixels) {
    const x = at % WIDTH;
    const y = (at - x) / WIDTH;
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    for (const row of [at - WIDTH, at, at + WIDTH]) {
      for (let near = row - Number(x > 0); near <= row + Number(x < WIDTH - 1); near += 1) {
        // Outside the picture is undefined.
        if (isLeft[near] !== 1) continue;
        isLeft[near] = 0;
        pixels.push(near);
      }
    }
  }
  return { pixels, left, top, right, bottom };
}
