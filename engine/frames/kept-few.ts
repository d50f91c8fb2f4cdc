/** A few things that are dear to make, kept by name for the next time; the one used longest ago is freed for a new one. */

export class KeptFew<Thing> {
  readonly #things = new Map<string, Thing>();
  readonly #most: number;
  readonly #free: (thing: Thing) => void;

  /** @param free called once for each thing that is no longer kept. */
  constructor(most: number, free: (thing: Thing) => void) {
    this.#most = most;
    this.#free = free;
  }

  /** The thing of that name, made where it is not there. It stays owned here: good until `most` others were taken. */
  take(name: string, make: () => Thing): Thing {
    const thing = this.#things.get(name) ?? make();
    // To the end of the row: the one at its front was used longest ago.
    this.#things.delete(name);
    const [oldest] = this.#things;
    if (oldest !== undefined && this.#things.size >= this.#most) {
      this.#things.delete(oldest[0]);
      this.#free(oldest[1]);
    }
    this.#things.set(name, thing);
    return thing;
  }

  /** Keeps it no longer, and does not free it. */
  forget(name: string): void {
    this.#things.delete(name);
  }
}
