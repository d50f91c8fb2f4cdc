/**
 * Bytes that are added one piece after the other, in memory that is reused: a keyframe comes in a hundred packets and more,
 * and as many small buffers for each camera would be garbage a moment later.
 */

const FIRST_BYTES = 64 * 1024;
/** Memory that is held when it is emptied, bytes: a usual keyframe fits, a huge one does not stay. Chosen here. */
const MAX_KEPT_BYTES = 1024 * 1024;

export class GrowingBytes {
  #bytes = new Uint8Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Copies `piece`, which may be lent. */
  add(piece: Uint8Array): void {
    const needed = this.#length + piece.length;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(needed, FIRST_BYTES, 2 * this.#bytes.length));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = needed;
  }

  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > MAX_KEPT_BYTES) {
      this.#bytes = new Uint8Array(0);
    }
  }

  /** What was added: a view, good until the next change. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
