/** Numbers groups by their keys. Open addressing over typed arrays of a fixed size: no map of half a million keys that grows. */

export class KeyIndex {
  /** By group. */
  readonly keys: Float64Array;
  count = 0;
  /** Group + 1; 0 is free. */
  readonly #slots: Int32Array;
  readonly #mask: number;

  /** @param most How many keys there can be. */
  constructor(most: number) {
    this.keys = new Float64Array(most);
    const size = 2 ** Math.ceil(Math.log2(Math.max(2, most * 2)));
    this.#slots = new Int32Array(size);
    this.#mask = size - 1;
  }

  /** The group of a key; a new one where it is the first with it. */
  of(key: number): number {
    const slot = this.#slotOf(key);
    const known = this.#slots[slot] ?? 0;
    if (known !== 0) return known - 1;
    const group = this.count++;
    this.keys[group] = key;
    this.#slots[slot] = group + 1;
    return group;
  }

  /** Null where no group has the key. */
  find(key: number): number | null {
    const known = this.#slots[this.#slotOf(key)] ?? 0;
    return known === 0 ? null : known - 1;
  }

  #slotOf(key: number): number {
    const high = Math.floor(key / 4_294_967_296);
    let hash = Math.imul((key | 0) ^ Math.imul(high | 0, 0x85ebca6b), 0x9e3779b1);
    hash ^= hash >>> 15;
    let slot = hash & this.#mask;
    for (;;) {
      const known = this.#slots[slot] ?? 0;
      if (known === 0 || this.keys[known - 1] === key) return slot;
      slot = (slot + 1) & this.#mask;
    }
  }
}
