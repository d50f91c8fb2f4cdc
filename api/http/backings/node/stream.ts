/** The body of an answer that node:http sends piece by piece, at the pace of the client. */

import type { ServerResponse } from 'node:http';
import type { WireStream } from '../../exchange.ts';
import { LIMITS } from '../../limits.ts';

/** Most that is given to the server in one write, bytes; chosen here: a slow client has the time of a stall for each. */
const PIECE_BYTES = 64 * 1024;

export class NodeStream implements WireStream {
  readonly #response: ServerResponse;

  /** @param response Its head is given, and no more. */
  constructor(response: ServerResponse) {
    this.#response = response;
  }

  async write(piece: Uint8Array): Promise<boolean> {
    for (let at = 0; at < piece.length && !this.#isOver; at += PIECE_BYTES) {
      const part = piece.subarray(at, at + PIECE_BYTES);
      if (!this.#response.write(part)) await this.#writable();
    }
    return !this.#isOver;
  }

  tryWrite(piece: Uint8Array): boolean {
    if (this.#isOver || this.#response.writableNeedDrain) return false;
    this.#response.write(piece);
    return true;
  }

  async writable(): Promise<boolean> {
    if (!this.#isOver && this.#response.writableNeedDrain) await this.#changed();
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

  /** Resolves when the client took what was written, or is gone: after a while without either it is. */
  async #writable(): Promise<void> {
    const stalled = setTimeout(() => this.#response.destroy(), LIMITS.stallTimeoutMs);
    await this.#changed();
    clearTimeout(stalled);
  }

  #changed(): Promise<void> {
    const response = this.#response;
    return new Promise((resolve) => {
      const done = () => {
        response.off('drain', done).off('close', done);
        resolve();
      };
      response.on('drain', done).on('close', done);
    });
  }
}
