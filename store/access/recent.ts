/**
 * A map that remembers the most recently set and forgets the rest: two generations, the older one dropped whole when the
 * younger is full. So its size is bounded, and every call is O(1) with no list to keep in order.
 */
export class Recent<Value> {
  readonly #capacity: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  /** Remembers the `capacity` last ids at least, twice as many at most. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** At most twice the capacity. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(id: string): Value | undefined {
    return this.#young.get(id) ?? this.#old.get(id);
  }

  /** As {@link get}, and remembered as if it was set again. */
  refreshed(id: string): Value | undefined {
    const young = this.#young.get(id);
    if (young !== undefined) return young;
    const old = this.#old.get(id);
    if (old !== undefined) this.set(id, old);
    return old;
  }

  set(id: string, value: Value): void {
    if (this.#young.size >= this.#capacity && !this.#young.has(id)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(id, value);
  }
}
