/** The body of an answer that node:http sends piece by piece, at the pace of the client. */

import type { ServerResponse } from 'node:http';
import type { WireStream } from './exchange.ts';
import { LIMITS } from './limits.ts';

export class NodeStream implements WireStream {
  readonly #response: ServerResponse;

  /** @param response Its head is given, and no more. */
  constructor(response: ServerResponse) {
    this.#response = response;
  }

  async write(piece: Uint8Array): Promise<boolean> {
    if (this.#isOver) return false;
    // The first of nothing would be the end of the chunks.
    if (piece.length > 0 && !this.#response.write(piece)) await this.#writable();
    return !this.#isOver;
  }

  end(): void {
    if (!this.#isOver) this.#response.end();
  }

  cut(): void {
    if (!this.#isOver) this.#response.destroy();
  }

  get #isOver(): boolean {
    return this.#response.destroyed || this.#response.closed || this.#response.writableEnded;
  }

  /** Resolves when the client took what was written, or is gone. */
  #writable(): Promise<void> {
    const response = this.#response;
    return new Promise((resolve) => {
      const stalled = setTimeout(() => response.destroy(), LIMITS.stallTimeoutMs);
      const done = () => {
        clearTimeout(stalled);
        response.off('drain', done).off('close', done);
        resolve();
      };
      response.on('drain', done).on('close', done);
    });
  }
}
