/** Numbers by chance that are the same for the same seed. */

/** Numbers in [0, 1). */
export type Random = () => number;

/** Source: mulberry32 by Tommy Ettinger, public domain. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A whole number in low..high, both included. */
export function wholeNumber(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}
