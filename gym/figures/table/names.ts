/** Things that classes name, numbered in the order in which they first come. */

export class Numbered<Key, Thing> {
  /** By number. */
  readonly things: Thing[] = [];
  readonly #numbers = new Map<Key, number>();

  /** The number of what `key` names, made by `make` where it is new. */
  of(key: Key, make: () => Thing): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const made = this.things.push(make()) - 1;
    this.#numbers.set(key, made);
    return made;
  }

  find(key: Key): number | null {
    return this.#numbers.get(key) ?? null;
  }
}
