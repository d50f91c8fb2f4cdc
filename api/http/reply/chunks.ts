/** The chunks of a stream for one client: read one by one, and told to stop as soon as the client goes away. */

import type { Exchange } from '../exchange.ts';

export class Chunks {
  readonly #iterator: AsyncIterator<Uint8Array>;
  #isLeft = false;
  /** Ends a wait for the next chunk. */
  #leave: () => void = () => undefined;

  constructor(chunks: AsyncIterable<Uint8Array>, exchange: Pick<Exchange, 'isGone' | 'onAborted'>) {
    this.#iterator = chunks[Symbol.asyncIterator]();
    if (exchange.isGone) this.stop();
    else exchange.onAborted(() => this.stop());
  }

  /** The next chunk or the end; null once they were told to stop. Throws what making the chunk threw. */
  next(): Promise<IteratorResult<Uint8Array, unknown> | null> {
    if (this.#isLeft) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      this.#leave = () => resolve(null);
      this.#iterator.next().then(resolve, reject);
    });
  }

  /** Tells anyone who makes the chunks that no more are wanted. */
  stop(): void {
    if (this.#isLeft) return;
    this.#isLeft = true;
    this.#leave();
    // What it throws now is how it stops, and no one is there to be told.
    this.#iterator.return?.().catch(() => undefined);
  }
}
