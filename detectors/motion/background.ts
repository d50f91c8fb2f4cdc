/**
 * The empty room as the detector remembers it, and what in a frame is not the room.
 *
 * Pixels are learned only where nobody is, so that somebody who lies still for an hour stays foreground; only the light
 * is fitted anew for every frame.
 */

import { type LightPlane, rowGains } from './light.ts';
import { EARLY, FACT, HEIGHT, type Memory, PIXELS, WIDTH } from './memory.ts';

/** How fast the room follows where nobody is, ms. Chosen here: a patch of sun wanders within minutes. */
const FOLLOW_MS = 60_000;
/** Least noise that is assumed: the error of JPEG at quality 75 after scaling. Chosen here by the accuracy test. */
const LEAST_SPREAD = 2.5;
/** A pixel is foreground this many standard deviations from the room (three channels together). */
const FAR = 5;
/** A shadow keeps the colour and takes at most this much of the light away. */
const DARKEST_SHADOW = 0.55;

/** Keeps an early sample; once there are enough, makes the room from their median. Gives whether the room is known. */
export function learnEarly(memory: Memory, pixels: Uint8Array, light: LightPlane | null): boolean {
  const samples = memory.facts[FACT.samples] as number;
  if (samples >= EARLY) return true;
  const plane = memory.early.subarray(samples * 3 * PIXELS, (samples + 1) * 3 * PIXELS);
  plane.set(pixels);
  if (light === null) return false;
  if (samples + 1 < EARLY) return false;
  makeRoom(memory);
  return false;
}

function makeRoom({ early, mean, spread }: Memory): void {
  const values = new Uint8Array(EARLY);
  for (let at = 0; at < PIXELS; at += 1) {
    let deviation = 0;
    for (let channel = 0; channel < 3; channel += 1) {
      for (let sample = 0; sample < EARLY; sample += 1) {
        values[sample] = early[(sample * PIXELS + at) * 3 + channel] as number;
      }
      values.sort();
      const median = values[EARLY >> 1] as number;
      mean[channel * PIXELS + at] = median;
      // Half the distance of the quartiles is 0.67 standard deviations of a normal distribution.
      const quartiles = (values[(EARLY * 3) >> 2] as number) - (values[EARLY >> 2] as number);
      deviation += quartiles / 1.35;
    }
    spread[at] = Math.min(8, Math.max(LEAST_SPREAD, deviation / 3));
  }
}

const gains = new Float32Array(WIDTH);

/** Marks in `mask` (1 or 0) what is not the room. Gives the share of the picture that is marked. */
export function findForeground(
  memory: Memory,
  pixels: Uint8Array,
  light: LightPlane,
  mask: Uint8Array,
): number {
  const { mean, spread } = memory;
  let marked = 0;
  for (let y = 0, at = 0; y < HEIGHT; y += 1) {
    rowGains(light, y, gains);
    for (let x = 0; x < WIDTH; x += 1, at += 1) {
      const gain = gains[x] as number;
      const red = (mean[at] as number) * gain;
      const green = (mean[at + PIXELS] as number) * gain;
      const blue = (mean[at + 2 * PIXELS] as number) * gain;
      const r = pixels[at * 3] as number;
      const g = pixels[at * 3 + 1] as number;
      const b = pixels[at * 3 + 2] as number;
      const off = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
      const limit = FAR * (spread[at] as number);
      let isFar = off > limit * limit ? 1 : 0;
      if (isFar === 1) {
        // How much of the room's light is there, and what is left that light does not explain (Horprasert 1999).
        const share =
          (r * red + g * green + b * blue) / (red * red + green * green + blue * blue + 1);
        const left = (r - share * red) ** 2 + (g - share * green) ** 2 + (b - share * blue) ** 2;
        const isShade = share > DARKEST_SHADOW && share < 1.12;
        if (isShade && left < limit * limit * 0.6) isFar = 0;
      }
      mask[at] = isFar;
      marked += isFar;
    }
  }
  return marked / PIXELS;
}

/** Lets the room follow where `busy` (1 or 0) says that nobody is. */
export function follow(
  memory: Memory,
  pixels: Uint8Array,
  light: LightPlane,
  { busy, elapsedMs }: { readonly busy: Uint8Array; readonly elapsedMs: number },
): void {
  const { mean, spread } = memory;
  const rate = 1 - Math.exp(-Math.min(elapsedMs, FOLLOW_MS) / FOLLOW_MS);
  for (let y = 0, at = 0; y < HEIGHT; y += 1) {
    rowGains(light, y, gains);
    for (let x = 0; x < WIDTH; x += 1, at += 1) {
      if (busy[at] === 1) continue;
      let off = 0;
      for (let channel = 0; channel < 3; channel += 1) {
        const room = mean[channel * PIXELS + at] as number;
        const seen = (pixels[at * 3 + channel] as number) / (gains[x] as number);
        off += (seen - room) ** 2;
        mean[channel * PIXELS + at] = room + (seen - room) * rate;
      }
      const old = spread[at] as number;
      const next = Math.sqrt(old * old + (off / 3 - old * old) * rate * 0.5);
      spread[at] = Math.min(8, Math.max(LEAST_SPREAD, next));
    }
  }
}
