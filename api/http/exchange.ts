/**
 * One request and its one answer, whatever server carries them. Both backings (uWebSockets.js, node:http) make the same
 * exchange and pass the same contract suite (`test/contract/http.suite.ts`). A request with `Connection: close` is the last
 * one of its connection: nothing behind it is executed.
 */

import type { BodySink } from './body.ts';
import type { Headers, LiveOutlet } from './message.ts';
import type { RequestId } from './request/request-id.ts';

export interface Exchange {
  /** Upper case. */
  readonly method: string;
  /** As sent, percent-encoding and all, without the query; starts with `/`. */
  readonly path: string;
  /** What follows the first `?`, as sent; null where there is none. */
  readonly rawQuery: string | null;
  /** Names in lower case; a header that came several times is joined by `, `, Content-Length too. */
  readonly headers: ReadonlyMap<string, string>;
  /** Whether a body in chunks is read exactly as RFC 9112 section 7.1 has it. */
  readonly readsChunks: boolean;
  /** Address of the peer, as text. Empty once the exchange is over, where nobody asked before. */
  readonly ip: string;
  /** Whether nobody is there any more to take an answer. */
  readonly isGone: boolean;
  /**
   * Calls `listener` once when the client goes away before the answer is written, of a stream all of it; closing the server
   * counts as that. Nothing can be answered then.
   */
  onAborted(listener: () => void): void;
  /**
   * The whole body. Must be called before the first await. Null when `sink` has no room for it: the rest is not read, and
   * the answer must close the connection. Never settles when the client goes away.
   */
  readBody(sink: BodySink): Promise<Buffer | null>;
  /** Writes the answer, in one piece. Does nothing after an abort; a second call is a fault of the caller. */
  respond(answer: WireAnswer): void;
  /** Begins an answer that is written piece by piece, in place of `respond`; not for HEAD. */
  startStream(head: WireHead): WireStream;
}

/** What stands before the body of an answer. */
export interface WireHead {
  readonly status: number;
  /** Without Content-Length, Date and Connection: the backing writes them. */
  readonly headers: Headers;
  /** Sent behind them. */
  readonly id?: RequestId;
}

/** An answer as it goes over the wire. */
export interface WireAnswer extends WireHead {
  /** Null where there is none and no length is told: 204, and HEAD of a stream. */
  readonly body: Buffer | null;
  /** True for HEAD and 304: the length of `body` is told, its bytes are not sent. */
  readonly isBodyHidden: boolean;
  /**
   * True where the connection cannot be used again: it is closed, and nothing behind the request is executed. A body may
   * get spaces behind it, and must stay the same with them, as JSON does.
   */
  readonly isLast: boolean;
}

/**
 * The body of an answer while it is sent, in chunks (RFC 9112 section 7.1), never with a length. The head goes out with
 * the first piece. Pauses may be as long as they like; a client that takes nothing for `LIMITS.stallTimeoutMs` has
 * gone away.
 */
export interface WireStream extends LiveOutlet {
  /**
   * Writes the next piece, which must not change any more. Resolves when the next one may come: at once while the client
   * keeps up, else when it has taken what was written. False where nobody is there any more. One call at a time.
   */
  write(piece: Uint8Array): Promise<boolean>;
  /** The body is whole. Does nothing after an abort. */
  end(): void;
  /** The body will never be whole: ends the connection, so that the client sees it. It counts as an abort. */
  cut(): void;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Must answer each exchange exactly once, and never throw. */
  readonly onExchange: (exchange: Exchange) => void;
}

/** A listening server. */
export interface Backing {
  readonly name: 'native' | 'node';
  readonly port: number;
  /** Takes no new connections from now on. */
  stopListening(): void;
  /** Ends every connection, answered or not. Resolves when none is left. */
  close(): Promise<void>;
}
