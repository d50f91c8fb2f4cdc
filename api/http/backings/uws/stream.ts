/**
 * The body of an answer that uWebSockets.js sends piece by piece, at the pace of the client.
 *
 * The server keeps what the kernel does not take, without a limit, and tells by `false` of a write that it does. What is
 * kept goes out only when something is written: with a listener for "writable" the server itself sends nothing of it, and
 * forgets to ask the kernel again. An empty cork is such a write.
 */

import type { HttpResponse } from '@trufflesuite/uws-js-unofficial';
import type { WireHead, WireStream } from '../../exchange.ts';
import { headBytes } from '../../reply/head.ts';

/** Most that is given to the server in one write, bytes; chosen here: bounds what it keeps for a slow client. */
const PIECE_BYTES = 64 * 1024;

/** The exchange around the stream: an answer that is over must never be touched again. */
interface Surroundings {
  readonly isOver: () => boolean;
  readonly isAborted: () => boolean;
  /** Whether the connection ends with the stream. */
  readonly isToEnd: boolean;
  /** Another response of the same request: it still closes the connection when the stream is over. */
  readonly closer: HttpResponse | null;
  /** Makes it over, because the body is whole. */
  readonly end: () => void;
}

export class UwsStream implements WireStream {
  readonly #response: HttpResponse;
  readonly #exchange: Surroundings;
  /** Null once it was written: only the first write sends it. */
  #head: WireHead | null;
  /** Whether the server kept something of what was written last. */
  #isBehind = false;
  /**
   * Whether the client took nothing since the server began to keep. Wrong for less than one piece: the kernel has taken at
   * least that much when it tells of itself, though perhaps not all.
   */
  #isFull = false;
  #wake: () => void = () => undefined;

  constructor(response: HttpResponse, head: WireHead, exchange: Surroundings) {
    this.#response = response;
    this.#head = head;
    this.#exchange = exchange;
    if (exchange.isOver()) return;
    response.onWritable(() => {
      response.cork(() => undefined);
      this.#isFull = false;
      this.#wake();
      return true;
    });
  }

  async write(piece: Uint8Array): Promise<boolean> {
    let at = 0;
    while (at < piece.length && !this.#exchange.isOver()) {
      // Whether all that was kept has gone is told by a write only: one byte asks without adding to it.
      const end = at + (this.#isBehind ? 1 : PIECE_BYTES);
      const part = piece.subarray(at, end);
      at = end;
      this.#response.cork(() => {
        this.#writeHead();
        this.#isBehind = !this.#response.write(part);
      });
      if (this.#isBehind) await this.#writable();
    }
    return !this.#exchange.isOver();
  }

  tryWrite(piece: Uint8Array): boolean {
    if (this.#exchange.isOver() || this.#isFull) return false;
    this.#response.cork(() => {
      this.#writeHead();
      this.#isBehind = !this.#response.write(piece);
      this.#isFull = this.#isBehind;
    });
    return true;
  }

  async writable(): Promise<boolean> {
    if (!this.#exchange.isOver() && this.#isFull) await this.#writable();
    return !this.#exchange.isOver();
  }

  end(): void {
    if (this.#exchange.isOver()) return;
    this.#exchange.end();
    const { isToEnd, closer, isAborted } = this.#exchange;
    if (!isToEnd) {
      this.#finish();
      return;
    }
    // Not inside a read: what stands behind the request there would be executed. Nor may the server wait with the end until
    // a slow client takes it, and execute what comes then: the client has taken all pieces, seven bytes go out at once.
    setImmediate(() => {
      if (isAborted()) return;
      this.#finish();
      closer?.close();
    });
  }

  #finish(): void {
    this.#response.cork(() => {
      this.#writeHead();
      this.#response.end('');
    });
  }

  cut(): void {
    if (!this.#exchange.isOver()) this.#response.close();
  }

  /** Nobody is there any more: whoever waits for the client need not. */
  stop(): void {
    this.#wake();
  }

  #writable(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #writeHead(): void {
    const head = this.#head;
    if (head === null) return;
    this.#head = null;
    this.#response.writeStatus(headBytes(head));
    if (this.#exchange.isToEnd) this.#response.writeHeader('Connection', 'close');
  }
}
