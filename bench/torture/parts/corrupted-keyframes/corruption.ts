/** Keyframes as broken cables, cameras and memory make them: by chance, and the same for the same number. */

import { type Random, seededRandom, wholeNumber } from '../../../support/seeded-random.ts';

type Bytes = Uint8Array<ArrayBuffer>;
/** @param other another keyframe of the same codec. */
type Corruption = (whole: Bytes, random: Random, other: Bytes) => Bytes;

const START_CODE = [0, 0, 0, 1];

const CORRUPTIONS: readonly Corruption[] = [
  (whole, random) => flipped(whole, random, wholeNumber(random, 1, 8), whole.length),
  (whole, random) => flipped(whole, random, wholeNumber(random, 8, 400), whole.length),
  // Parameter sets and the first slice's head.
  (whole, random) => flipped(whole, random, wholeNumber(random, 1, 16), Math.min(64, whole.length)),
  (whole, random) => whole.slice(0, wholeNumber(random, 0, whole.length)),
  (whole, random, other) => {
    const at = wholeNumber(random, 0, whole.length);
    return joined(whole.slice(0, at), other.slice(wholeNumber(random, 0, other.length)));
  },
  // A unit of another picture in the middle of this one, and the same unit again.
  (whole, random, other) => {
    const at = wholeNumber(random, 0, whole.length);
    const from = wholeNumber(random, 0, other.length);
    const slice = other.slice(from, from + wholeNumber(random, 1, 2_000));
    return joined(whole.slice(0, at), Uint8Array.from(START_CODE), slice, whole.slice(at));
  },
  (whole, random) => {
    const copy = whole.slice();
    const from = wholeNumber(random, 0, copy.length);
    copy.fill(random() < 0.5 ? 0 : 0xff, from, from + wholeNumber(random, 1, 4_000));
    return copy;
  },
  (whole, random) => {
    const noise = Uint8Array.from({ length: wholeNumber(random, 1, 500) }, () => random() * 256);
    const at = wholeNumber(random, 0, whole.length);
    return joined(whole.slice(0, at), noise, whole.slice(at));
  },
];

/** Number `index` of the corruptions of `seed`: which of `frames` it was made of, and its bytes. */
export function corruption<Frame extends { readonly data: Bytes }>(
  frames: readonly Frame[],
  seed: number,
  index: number,
): { readonly frame: Frame; readonly data: Bytes } {
  const random = seededRandom(Math.imul(seed, 2_654_435_761) ^ index);
  const frame = chosen(frames, random);
  const corrupt = chosen(CORRUPTIONS, random);
  return { frame, data: corrupt(frame.data, random, chosen(frames, random).data) };
}

function chosen<Value>(values: readonly Value[], random: Random): Value {
  const value = values[wholeNumber(random, 0, values.length - 1)];
  if (value === undefined) throw new Error('nothing to choose from');
  return value;
}

function flipped(whole: Bytes, random: Random, bits: number, within: number): Bytes {
  const copy = whole.slice();
  for (let flips = 0; flips < bits; flips += 1) {
    const at = wholeNumber(random, 0, within - 1);
    copy[at] = (copy[at] ?? 0) ^ (1 << wholeNumber(random, 0, 7));
  }
  return copy;
}

function joined(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
