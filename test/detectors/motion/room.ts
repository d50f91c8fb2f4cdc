/** A plain room and people in it, painted by hand in the input pixels of `motion`. The same call paints the same. */

import { detachedEnv, unhurried } from '../../../detectors/env/detached-env.ts';
import {
  FACT,
  HEIGHT,
  type Memory,
  openMemory,
  PIXELS,
  STATE_BYTES,
  WIDTH,
} from '../../../detectors/motion/memory.ts';
import { motion } from '../../../detectors/motion/motion.ts';
import { type Body, rowsOf } from '../../../detectors/motion/people/bodies.ts';
import { placed, type Track } from '../../../detectors/motion/people/track.ts';
import { heightAt, leanAt } from '../../../detectors/motion/size.ts';

export type Colour = readonly [red: number, green: number, blue: number];

const RED: Colour = [200, 40, 40];

/** A memory in which no sample was seen. */
export function emptyMemory(): Memory {
  return openMemory(new Uint8Array(STATE_BYTES));
}

/** A chequered room. `light` changes every value; the noise is uniform, up to `noise` to both sides. */
export function roomPicture({
  noise = 0,
  seed = 1,
  light = (value: number) => value,
}: {
  readonly noise?: number;
  readonly seed?: number;
  readonly light?: (value: number, x: number) => number;
} = {}): Uint8Array {
  const picture = new Uint8ClampedArray(3 * PIXELS);
  let random = seed;
  for (let index = 0; index < picture.length; index += 1) {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    const at = Math.floor(index / 3);
    const x = at % WIDTH;
    const tile = ((x >> 4) + (Math.floor(at / WIDTH) >> 4)) % 2;
    const value = 90 + 30 * tile + ([10, 0, -10][index % 3] ?? 0);
    picture[index] = light(value, x) + noise * (random / 2 ** 31 - 1);
  }
  return new Uint8Array(picture.buffer);
}

/** Somebody who stands with the feet at (x, foot), of the size and lean that the camera gives there. */
export function standing(x: number, foot: number, memory: Memory = emptyMemory()): Track {
  return placed(memory, {
    x,
    foot,
    kind: 0,
    unit: heightAt(memory, foot),
    lean: leanAt(memory, x, foot),
    scale: 1,
    hits: 0,
    belief: 0,
    placeX: x,
    placeFoot: foot,
    holes: 0,
  });
}

/** The picture with people in front of it. */
export function withPeople(
  picture: Uint8Array,
  people: readonly Body[],
  colour: Colour = RED,
): Uint8Array {
  const painted = picture.slice();
  for (const body of people) {
    rowsOf(body, (start, length) => {
      for (let at = start; at < start + length; at += 1) painted.set(colour, at * 3);
    });
  }
  return painted;
}

/** A mask in which exactly these bodies are foreground. */
export function maskOf(people: readonly Body[]): Uint8Array {
  const mask = new Uint8Array(PIXELS);
  for (const body of people) {
    rowsOf(body, (start, length) => {
      mask.fill(1, start, start + length);
    });
  }
  return mask;
}

/** A memory that knows the room of this picture, with little noise. */
export function memoryOf(picture: Uint8Array): Memory {
  const memory = emptyMemory();
  for (let at = 0; at < PIXELS; at += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      memory.mean[channel * PIXELS + at] = picture[at * 3 + channel] ?? 0;
    }
  }
  memory.spread.fill(2.5);
  memory.facts[FACT.samples] = 100;
  return memory;
}

/** What `motion` says to each picture, a sample every 5 s: a count, or null while it is warming up. */
export async function countsOf(
  pictures: Iterable<Uint8Array>,
  state: Uint8Array = new Uint8Array(motion.stateBytes),
  fromMs = 1_000_000,
): Promise<(number | null)[]> {
  const detector = await motion.create({}, detachedEnv());
  const content = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
  const counts: (number | null)[] = [];
  for (const pixels of pictures) {
    const atMs = fromMs + counts.length * 5000;
    const output = await detector.detect({ pixels, content, atMs, state }, unhurried);
    counts.push(output.isWarmingUp === true ? null : (output.detections ?? []).length);
  }
  await detector.close();
  return counts;
}
