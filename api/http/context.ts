/**
 * One request and its one answer, whatever server carries them. Both backings (`uws.ts`, `node.ts`) extend this and pass the
 * same contract suite (`test/contract/http.test.ts`). A request with `Connection: close` is the last one of its connection:
 * nothing behind it is executed.
 */

import { randomUUID } from 'node:crypto';
import { clientAddress, type TrustedProxies, trustedProxies } from '../../store/access/limits.ts';
import {
  type Answer,
  type ApiRequest,
  type Headers,
  LIMITS,
  type LiveOutlet,
  type OnAnswer,
  problem,
} from './message.ts';

/** An answer as it goes over the wire. */
export interface Reply {
  readonly status: number;
  /** Without Content-Length, Date and Connection, which the backing writes: see `headText`. */
  readonly head: string;
  /** Null where there is none and no length is sent: 204, and HEAD of a stream. */
  readonly body: Buffer | null;
  /** True for HEAD and 304: the length of `body` is sent, its bytes are not. */
  readonly isBodyHidden: boolean;
  /**
   * True where the connection cannot be used again: it is closed, and nothing behind the request is executed. A body may
   * get spaces behind it, and must stay the same with them, as JSON does.
   */
  readonly isLast: boolean;
}

/**
 * What a backing reads of the head of a request. Its path starts with `/`; a header that came several times is joined by `, `,
 * Content-Length too.
 */
type RequestHead = Pick<ApiRequest, 'method' | 'path' | 'rawQuery' | 'headers'>;

const NO_BODY = Buffer.alloc(0);
export const NO_TEXTS: ReadonlyMap<string, string> = new Map();
const NO_PROXIES = trustedProxies([]);

export abstract class Context implements ApiRequest {
  readonly method: string;
  readonly isHead: boolean;
  readonly path: string;
  readonly rawQuery: string | null;
  readonly headers: ReadonlyMap<string, string>;
  /** Whether a body in chunks is read exactly as RFC 9112 section 7.1 has it. */
  abstract readonly readsChunks: boolean;
  pathTexts = NO_TEXTS;
  /** Empty until it was read. */
  body: Buffer = NO_BODY;
  /** Proxies whose `X-Forwarded-For` is believed. */
  proxies: TrustedProxies = NO_PROXIES;
  /** Whether it comes from a page that must not ask: then it may not read the answer either. */
  isForeign = false;
  /** Whether a body was not read: the connection ends with the answer. */
  isBodyLeft = false;
  onAnswer: OnAnswer | null = null;
  rates: (() => Headers) | null = null;
  #requestId: string | null = null;
  #signal: AbortSignal | null = null;
  #abortListeners: (() => void)[] | null = null;

  constructor({ method, path, rawQuery, headers }: RequestHead) {
    this.isHead = method === 'HEAD';
    this.method = this.isHead ? 'GET' : method;
    this.path = path;
    this.rawQuery = rawQuery;
    this.headers = headers;
  }

  /** Address of the peer, as text. Empty once the answer is over, where nobody asked before. */
  abstract readonly peer: string;
  /** Whether nobody is there any more to take an answer. */
  abstract readonly isGone: boolean;
  /** Gives each chunk of the body, whose memory is its own until the call returns, and whether it is the last one. */
  protected abstract feed(take: (chunk: Uint8Array, isLast: boolean) => void): void;
  /** Writes the answer, in one piece. Does nothing after an abort; a second call is a fault of the caller. */
  abstract respond(reply: Reply): void;
  /**
   * Begins an answer that is written piece by piece, in place of `respond`; not for HEAD. It goes out in chunks (RFC 9112
   * section 7.1), never with a length, and the head with the first of them. Pauses may be as long as they like; a client that
   * takes nothing for `LIMITS.stallTimeoutMs` has gone away.
   */
  abstract startStream(status: number, head: string): LiveOutlet;

  get ip(): string {
    return clientAddress(this.peer, this.headers.get('x-forwarded-for'), this.proxies);
  }

  get requestId(): string {
    this.#requestId ??= newId();
    return this.#requestId;
  }

  /**
   * The whole body. Must be called before the first await. Null as soon as it is larger than `limitBytes`: the rest is not
   * read, and the answer must close the connection. Never settles when the client goes away.
   */
  readBody(limitBytes: number): Promise<Buffer | null> {
    const chunks: Buffer[] = [];
    let leftBytes = limitBytes;
    return new Promise((resolve) => {
      this.feed((chunk, isLast) => {
        leftBytes -= chunk.length;
        if (leftBytes >= 0) chunks.push(Buffer.from(chunk));
        else {
          chunks.length = 0;
          resolve(null);
        }
        if (isLast) resolve(Buffer.concat(chunks));
      });
    });
  }

  /** Made only for those who look at it: most answers are ready before anybody could go away. */
  get signal(): AbortSignal {
    if (this.#signal !== null) return this.#signal;
    const controller = new AbortController();
    if (this.isGone) controller.abort();
    else this.onAborted(() => controller.abort());
    this.#signal = controller.signal;
    return this.#signal;
  }

  /**
   * Calls `listener` once when the client goes away before the answer is written, of a stream all of it; closing the server
   * counts as that. Nothing can be answered then.
   */
  onAborted(listener: () => void): void {
    this.#abortListeners ??= [];
    this.#abortListeners.push(listener);
  }

  /** For the backing: the client has gone away. */
  protected abort(): void {
    const listeners = this.#abortListeners ?? [];
    this.#abortListeners = null;
    for (const listener of listeners) listener();
  }
}

export interface ListenOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Must answer each request exactly once, and never throw. Read at each: it may be set once the port is known. */
  onRequest: (context: Context) => void;
}

/** A listening server. */
export interface Backing {
  readonly port: number;
  /** Takes no new connections from now on. */
  stopListening(): void;
  /** Ends every connection, answered or not. Resolves when none is left. */
  close(): Promise<void>;
}

const OF_PROCESS = randomUUID().slice(0, -12);
let made = 0;

/** Random for the process, and counted within it: a random id for each request took a twentieth of the time of an answer. */
function newId(): string {
  made += 1;
  return OF_PROCESS + made.toString(16).padStart(12, '0');
}

/** Adds a header; one that came before is joined by a comma, as RFC 9110 section 5.3 allows for every list. */
export function addHeader(headers: Map<string, string>, name: string, value: string): void {
  const before = headers.get(name);
  headers.set(name, before === undefined ? value : `${before}, ${value}`);
}

/**
 * The refusal of a head, or null for one that is fine. Every refusal closes the connection.
 *
 * @param bodyBytes Largest body that the path takes.
 */
export function refuseHead(context: Context, bodyBytes: number): Answer | null {
  const { path, rawQuery, headers } = context;
  if (Buffer.byteLength(path) + Buffer.byteLength(rawQuery ?? '') >= LIMITS.targetBytes) {
    return problem(
      'target_too_long',
      `Path and query may have at most ${LIMITS.targetBytes} bytes.`,
    );
  }
  let sizeBytes = 0;
  for (const [name, value] of headers) {
    sizeBytes += name.length + Buffer.byteLength(value) + FRAME_BYTES;
  }
  if (sizeBytes > LIMITS.headersBytes) {
    return problem(
      'headers_too_large',
      `The headers may have at most ${LIMITS.headersBytes} bytes.`,
    );
  }
  // Several are joined by a comma, which no host has (RFC 9112 section 3.2).
  if (headers.get('host')?.includes(',') === true) {
    return problem('malformed_request', 'Host must be there once.');
  }
  return refuseFraming(context, bodyBytes);
}

/** The colon, a space and the line end of a header count too. */
const FRAME_BYTES = 4;

/**
 * Every reader must agree where one request ends: two lengths, a length next to chunks, or a coding that
 * others may read differently is how one request is smuggled inside another (RFC 9112 sections 6.1 and 6.3).
 */
function refuseFraming({ headers, readsChunks }: Context, bodyBytes: number): Answer | null {
  const length = headers.get('content-length');
  const coding = headers.get('transfer-encoding');
  if (coding !== undefined) {
    if (length !== undefined) {
      return problem(
        'malformed_request',
        'Content-Length and Transfer-Encoding exclude each other.',
      );
    }
    if (coding.toLowerCase() !== 'chunked') {
      return problem('malformed_request', 'Transfer-Encoding must be "chunked", once.');
    }
    return readsChunks ? null : problem('length_required', NO_CHUNKS);
  }
  if (length === undefined) return null;
  if (!/^\d{1,15}$/.test(length)) {
    return problem('malformed_request', 'Content-Length must be one whole number.');
  }
  return Number(length) > bodyBytes ? bodyTooLarge(bodyBytes) : null;
}

const NO_CHUNKS =
  'Expected a Content-Length, got a body in chunks; the native server does not read them, server.backing: node does.';

/** The refusal of a body that is larger than the path takes. */
export function bodyTooLarge(bodyBytes: number): Answer {
  return problem('body_too_large', `The body may have at most ${bodyBytes} bytes.`);
}
