/**
 * One request and its one answer, whatever server carries them. Both backings (uWebSockets.js, node:http) make the same
 * exchange and pass the same contract suite (`test/contract/http.suite.ts`).
 */

export interface Exchange {
  /** Upper case. */
  readonly method: string;
  /** As sent, percent-encoding and all, without the query; starts with `/`. */
  readonly path: string;
  /** What follows the first `?`, as sent; null where there is none. */
  readonly rawQuery: string | null;
  /** Names in lower case; a header that came several times is joined by `, `, Content-Length too. */
  readonly headers: ReadonlyMap<string, string>;
  /** Address of the peer, as text. */
  readonly ip: string;
  /** Whether nobody is there any more to take an answer. */
  readonly isGone: boolean;
  /** Calls `listener` once when the client goes away before the answer is written. Nothing can be answered then. */
  onAborted(listener: () => void): void;
  /**
   * The whole body. Must be called before the first await. Null when it is larger than `limitBytes`: the rest is not
   * read, and the answer must close the connection. Never settles when the client goes away.
   */
  readBody(limitBytes: number): Promise<Buffer | null>;
  /** Writes the answer, in one piece. Does nothing after an abort; a second call is a fault of the caller. */
  respond(answer: WireAnswer): void;
}

/** An answer as it goes over the wire. */
export interface WireAnswer {
  readonly status: number;
  /** Without Content-Length, Date and Connection: the backing writes them. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null where there is none and no length is told: 204. */
  readonly body: Buffer | null;
  /** True for HEAD and 304: the length of `body` is told, its bytes are not sent. */
  readonly isBodyHidden: boolean;
  /** True where the connection cannot be used again. Only with a body that is sent. */
  readonly isLast: boolean;
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
  readonly name: 'uws' | 'node';
  readonly port: number;
  /** Takes no new connections from now on. */
  stopListening(): void;
  /** Ends every connection, answered or not. Resolves when none is left. */
  close(): Promise<void>;
}
