/**
 * The empty room as the detector remembers it, and what in a frame is not the room.
 *
 * Pixels are learned only where no one is, so that someone who lies still for an hour stays foreground; the light is
 * fitted again for every frame, and `holes.ts` puts right what was learned with someone in it.
 */

import { type LightPlane, rowGains } from './light.ts';
import { EARLY, FACT, HEIGHT, type Memory, PIXELS, WIDTH } from './memory.ts';

/** How fast the room follows where no one is, ms. Chosen here: a patch of sun wanders within minutes. */
const FOLLOW_MS = 60_000;
/** Least noise that is assumed: the error of JPEG at quality 75 after scaling. Chosen here by the accuracy test. */
const MIN_SPREAD = 2.5;
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

/**
 * Keeps an early sample; once there are enough, makes the room from their median. Gives whether the room was known
 * before this sample: the last early one is not looked at again.
 */
export function learnEarly(memory: Memory, pixels: Uint8Array): boolean {
  const samples = memory.facts[FACT.samples] as number;
  if (samples >= EARLY) return true;
  const plane = memory.early.subarray(samples * 3 * PIXELS, (samples + 1) * 3 * PIXELS);
  plane.set(pixels);
  if (samples + 1 === EARLY) makeRoom(memory);
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
    spread[at] = Math.min(8, Math.max(MIN_SPREAD, deviation / 3));
  }
}

const gains = new Float32Array(WIDTH);

/** Marks in `mask` (1 or 0) what is not the room. */
export function findForeground(
  { mean, spread }: Memory,
  pixels: Uint8Array,
  light: LightPlane,
  mask: Uint8Array,
): void {
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
      const noise = (spread[at] as number) ** 2;
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
}

/** Whether the light alone may explain a pixel. `left` and `power` in variances of the noise. */
function isShadow(share: number, left: number, power: number): boolean {
  if (share > BRIGHTEST || share < DEEPEST_SHADOW) return false;
  if (left < 4) return true;
  return share > DARKEST_SHADOW && left < 7 + (TINT * (1 - share)) ** 2 * power;
}

/** Lets the room follow where `busy` (1 or 0) says that no one is. */
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
      spread[at] = Math.min(8, Math.max(MIN_SPREAD, next));
    }
  }
}
