/**
 * Chance without history: a number in 0..1 that depends on its keys alone, so that any instant of a scene can be drawn
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
export function hash(...keys: readonly number[]): number {
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

/** One of `items`, which must not be empty. */
export function pick<Item>(items: readonly [Item, ...Item[]], ...keys: readonly number[]): Item {
  return items[Math.floor(chance(...keys) * items.length)] ?? items[0];
}

/** The numbers 0..count-1 in an order that depends on the keys (Fisher and Yates). */
export function shuffled(count: number, ...keys: readonly number[]): number[] {
  const order = Array.from({ length: count }, (_, at) => at);
  for (let at = count - 1; at > 0; at -= 1) {
    const other = Math.floor(chance(...keys, at) * (at + 1));
    const kept = order[at] ?? 0;
    order[at] = order[other] ?? 0;
    order[other] = kept;
  }
  return order;
}
