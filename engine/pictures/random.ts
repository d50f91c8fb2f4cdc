/**
 * Chance without history: a number in 0..1 that depends on its keys alone, so that any instant of a drawn room is known
 * without the instants before it.
 */

/** Murmur3's finaliser (public domain, A. Appleby): every bit of the input changes half the bits of the output. */
function mix(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** 32 unsigned bits from whole numbers; the order of the keys matters. */
function hash(...keys: readonly number[]): number {
  let h = 0x9e3779b9;
  for (const key of keys) {
    // Keys above 32 bits (times) are folded, so that no part of them is lost.
    h = mix(h ^ (key | 0)) ^ mix(Math.floor(key / 4_294_967_296) + 0x7f4a7c15);
  }
  return mix(h);
}

/** A number in [0, 1). */
export function chance(...keys: readonly number[]): number {
  return hash(...keys) / 4_294_967_296;
}

/** A number in [low, high). */
export function between(low: number, high: number, ...keys: readonly number[]): number {
  return low + (high - low) * chance(...keys);
}
