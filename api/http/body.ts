/** Collects the chunks of a body up to a limit. Large bodies under way share one budget of memory. */

/** Where the chunks of a body go. */
export interface BodySink {
  /** Copies a chunk. False where it has no room, then and from then on. */
  add(chunk: Uint8Array): boolean;
  /** All that was added. */
  whole(): Buffer;
}

/** Gives each chunk, whose memory is its own until the call returns, and whether it is the last one. */
type Feed = (take: (chunk: Uint8Array, isLast: boolean) => void) => void;

/** The whole body, or null as soon as `sink` has no room for it; what comes after is dropped. */
export function collectBody(sink: BodySink, feed: Feed): Promise<Buffer | null> {
  return new Promise((resolve) => {
    feed((chunk, isLast) => {
      if (!sink.add(chunk)) resolve(null);
      else if (isLast) resolve(sink.whole());
    });
  });
}

export class SmallBody implements BodySink {
  readonly #limitBytes: number;
  #chunks: Buffer[] = [];
  #sizeBytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  add(chunk: Uint8Array): boolean {
    this.#sizeBytes += chunk.length;
    const hasRoom = this.#sizeBytes <= this.#limitBytes;
    if (hasRoom) this.#chunks.push(Buffer.from(chunk));
    else this.#chunks = [];
    return hasRoom;
  }

  whole(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

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

/** Must be ended, whatever became of the body. */
export class LargeBody implements BodySink {
  readonly #limitBytes: number;
  readonly #budget: BodyBudget;
  /** Goes back to the system when it is resized. That of a Buffer would wait for a garbage collection. */
  readonly #memory: ArrayBuffer;
  #takenBytes = 0;
  #isFull = false;
  #isRefused = false;

  constructor(limitBytes: number, budget: BodyBudget) {
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
    this.#isRefused = !this.#budget.take(sizeBytes - this.#takenBytes);
    if (!this.#isRefused) this.#takenBytes = sizeBytes;
    return !this.#isRefused;
  }

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

  whole(): Buffer {
    return Buffer.from(new Uint8Array(this.#memory));
  }

  /** Gives all its memory back. */
  end(): void {
    this.#isFull = true;
    this.#memory.resize(0);
    this.#budget.give(this.#takenBytes);
    this.#takenBytes = 0;
  }
}
