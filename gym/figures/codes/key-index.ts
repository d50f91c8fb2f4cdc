/** Numbers groups by their keys. Open addressing over typed arrays of a fixed size: no map of half a million keys that grows. */

/** Keys that have a slot each, at most. Chosen here: 4 MB, and more classes than any history has. */
const MAX_DIRECT = 1_048_576;

export class KeyIndex {
  /** By group. */
  readonly keys: Float64Array;
  count = 0;
  /** Group + 1; 0 is free. */
  readonly #slots: Int32Array;
  readonly #mask: number;
  /** Whether the key itself is the slot. */
  readonly #isDirect: boolean;

  /** Of keys that are only appended: without slots. */
  static list(most: number): KeyIndex {
    return new KeyIndex(most, 1);
  }

  /**
   * @param most How many keys there can be.
   * @param bound All keys are below it; left out it is not known.
   */
  constructor(most: number, bound = Number.POSITIVE_INFINITY) {
    this.keys = new Float64Array(most);
    this.#isDirect = bound <= MAX_DIRECT;
    const size = this.#isDirect
      ? Math.max(1, bound)
      : 2 ** Math.ceil(Math.log2(Math.max(2, most * 2)));
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

  /** A new group for a key that no other has and that no one looks for. */
  append(key: number): void {
    this.keys[this.count++] = key;
  }

  /** Null where no group has the key. */
  find(key: number): number | null {
    const known = this.#slots[this.#slotOf(key)] ?? 0;
    return known === 0 ? null : known - 1;
  }

  #slotOf(key: number): number {
    if (this.#isDirect) return key;
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
