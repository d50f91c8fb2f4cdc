/**
 * How tall a standing person is at each row of this camera, learned from people who stand alone.
 *
 * Seen from a camera above the floor, height in pixels grows in proportion to the distance of the feet from the
 * horizon: h = ratio × (foot row − horizon row), with ratio about body height over camera height
 * (Hoiem, Efros and Hebert, Putting Objects in Perspective, 2006, equation 3).
 */

import { FACT, HEIGHT, type Memory } from './memory.ts';

/** What is assumed before anybody was seen: a camera 2.9 m up, tilted by some 18 degrees. */
const FIRST_RATIO = 0.56;
const FIRST_HORIZON = 0.15 * HEIGHT;
/** How many sightings the assumption is worth. */
const FIRST_WEIGHT = 12;
/** Sightings are forgotten so that the last few hundred decide. */
const MOST_WEIGHT = 400;

/** Height of a standing person whose feet are in row `foot`, px; at least 8. */
export function heightAt({ facts }: Memory, foot: number): number {
  const weight = facts[FACT.sizeWeight] as number;
  const ratio = weight === 0 ? FIRST_RATIO : (facts[FACT.ratio] as number);
  const horizon = weight === 0 ? FIRST_HORIZON : (facts[FACT.horizon] as number);
  return Math.max(8, ratio * (foot - horizon));
}

/** Takes in that somebody who stands alone reaches from row `top` to row `foot`. */
export function learnSize(memory: Memory, top: number, foot: number): void {
  const { facts } = memory;
  const tall = foot - top;
  const expected = heightAt(memory, foot);
  // Anything far off is a child, two people or half of one.
  if (tall < expected * 0.7 || tall > expected * 1.4) return;
  const sums = facts.subarray(FACT.sizeSums, FACT.sizeSums + 5);
  if (facts[FACT.sizeWeight] === 0) seed(sums);
  const keep = 1 - 1 / MOST_WEIGHT;
  [1, foot, foot * foot, tall, foot * tall].forEach((term, at) => {
    sums[at] = (sums[at] as number) * keep + term;
  });
  const [n = 1, f = 0, ff = 0, t = 0, ft = 0] = sums;
  const spread = n * ff - f * f;
  const slope = (n * ft - f * t) / spread;
  facts[FACT.sizeWeight] = n;
  facts[FACT.ratio] = Math.min(1.2, Math.max(0.25, slope));
  const level = t / n - (facts[FACT.ratio] as number) * (f / n);
  facts[FACT.horizon] = -level / (facts[FACT.ratio] as number);
}

/** The assumption as sightings at a near and a far row. */
function seed(sums: Float64Array): void {
  for (const foot of [0.4 * HEIGHT, 0.9 * HEIGHT]) {
    const tall = FIRST_RATIO * (foot - FIRST_HORIZON);
    [1, foot, foot * foot, tall, foot * tall].forEach((term, at) => {
      sums[at] = (sums[at] as number) + (FIRST_WEIGHT / 2) * term;
    });
  }
}
