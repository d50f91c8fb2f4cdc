/** Collects the chunks of a body up to a limit. Large bodies under way share one budget of memory. */

/** Memory for large bodies under way, all together. */
export class BodyBudget {
  #leftBytes: number;

  constructor(sizeBytes: number) {
    this.#leftBytes = sizeBytes;
  }

  take(sizeBytes: number): boolean {
    if (sizeBytes > this.#leftBytes) return false;
    this.#leftBytes -= sizeBytes;
    return true;
  }

  give(sizeBytes: number): void {
    this.#leftBytes += sizeBytes;
  }
}

/** Where the chunks of a body go. Must be ended, whatever became of the body. */
export class BodySink {
  readonly #limitBytes: number;
  readonly #budget: BodyBudget | null;
  /** Goes back to the system when it is resized. That of a Buffer would wait for a garbage collection. */
  readonly #memory: ArrayBuffer;
  #takenBytes = 0;
  #isFull = false;
  #isRefused = false;

  /** @param budget Null for a small body. */
  constructor(limitBytes: number, budget: BodyBudget | null = null) {
    this.#limitBytes = limitBytes;
    this.#budget = budget;
    this.#memory = new ArrayBuffer(0, { maxByteLength: limitBytes });
  }

  /** Whether the budget was too small for it. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Takes memory for all of a body before it comes. */
  announce(sizeBytes: number): boolean {
    if (this.#isFull) return false;
    this.#isRefused = this.#budget?.take(sizeBytes - this.#takenBytes) === false;
    if (!this.#isRefused) this.#takenBytes = sizeBytes;
    return !this.#isRefused;
  }

  /** Copies a chunk. False where it has no room, then and from then on. */
  add(chunk: Uint8Array): boolean {
    const at = this.#memory.byteLength;
    const sizeBytes = at + chunk.length;
    const hasRoom =
      sizeBytes <= this.#limitBytes && (sizeBytes <= this.#takenBytes || this.announce(sizeBytes));
    if (this.#isFull || !hasRoom) {
      this.end();
      return false;
    }
    this.#memory.resize(sizeBytes);
    new Uint8Array(this.#memory).set(chunk, at);
    return true;
  }

  /**
   * The whole body, or null as soon as there is no room for it; what comes after is dropped.
   *
   * @param feed Gives each chunk, whose memory is its own until the call returns, and whether it is the last one.
   */
  collect(
    feed: (take: (chunk: Uint8Array, isLast: boolean) => void) => void,
  ): Promise<Buffer | null> {
    return new Promise((resolve) => {
      feed((chunk, isLast) => {
        if (!this.add(chunk)) resolve(null);
        else if (isLast) resolve(Buffer.from(new Uint8Array(this.#memory)));
      });
    });
  }

  /** Gives all its memory back. */
  end(): void {
    this.#isFull = true;
    this.#memory.resize(0);
    this.#budget?.give(this.#takenBytes);
    this.#takenBytes = 0;
  }
}
