/**
 * One request and its one answer, whatever server carries them. Both backings (`uws.ts`, `node.ts`) extend this and pass the
 * same contract suite (`test/contract/http.suite.ts`). A request with `Connection: close` is the last one of its connection:
 * nothing behind it is executed.
 */

import { randomInt, randomUUID } from 'node:crypto';
import { clientAddress, type TrustedProxies, trustedProxies } from '../../store/access/limits.ts';
import {
  type Answer,
  type ApiRequest,
  type BodySink,
  LIMITS,
  type LiveOutlet,
  problem,
  type Settle,
} from './message.ts';

/**
 * Ids of requests: UUIDs of version 8 (RFC 9562 section 5.8) whose front is drawn once for each process and whose end counts
 * in steps that hide the count. To draw each whole would take a tenth of the time of an answer.
 */
const ID_FRONT = `${randomUUID().slice(0, 14)}8${randomUUID().slice(15, 28)}`;
let idCount = randomInt(2 ** 32);
/** Odd, so that no two counts of 2^32 have the same end: 2^32 divided by the golden ratio. */
const ID_STEP = 0x9e3779b1;

/** Sixteen bits in four digits. */
function hexOf(bits: number): string {
  return bits.toString(16).padStart(4, '0');
}

function nextRequestId(): string {
  idCount = (idCount + ID_STEP) >>> 0;
  // In halves: a number of more than 31 bits takes ten times as long to print.
  return ID_FRONT + hexOf(idCount >>> 16) + hexOf(idCount & 0xffff);
}

/** An answer as it goes over the wire. */
export interface Reply {
  readonly status: number;
  /** Without Content-Length, Date and Connection, which the backing writes: see `headText`. */
  readonly head: string;
  /** The same, where most of it went out before: for a server that takes bytes. */
  readonly parts?: HeadParts | null;
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

export interface HeadParts {
  /** The status, and all lines before that of `X-Request-Id`. */
  readonly lead: Uint8Array;
  /** The rest, without that name. */
  readonly rest: string;
}

/** What a backing reads of the head of a request. */
export interface RequestHead {
  /** Upper case. */
  readonly method: string;
  /** As sent, percent-encoding and all, without the query; starts with `/`. */
  readonly path: string;
  /** What follows the first `?`, as sent; null where there is none. */
  readonly rawQuery: string | null;
  /** Names in lower case; a header that came several times is joined by `, `, Content-Length too. */
  readonly headers: ReadonlyMap<string, string>;
}

const NO_BODY = Buffer.alloc(0);
const NO_TEXTS: ReadonlyMap<string, string> = new Map();
const NO_PROXIES = trustedProxies([]);

/**
 * As a {@link LiveOutlet} it writes its answer piece by piece, in chunks (RFC 9112 section 7.1), never with a length. The head
 * goes out with the first piece. Pauses may be as long as they like; a client that takes nothing for `LIMITS.stallTimeoutMs`
 * has gone away.
 */
export abstract class Context implements ApiRequest, LiveOutlet {
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
  settle: Settle | null = null;
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
  /**
   * The whole body. Must be called before the first await. Null when `sink` has no room for it: the rest is not read, and
   * the answer must close the connection. Never settles when the client goes away.
   */
  abstract readBody(sink: BodySink): Promise<Buffer | null>;
  /** Writes the answer, in one piece. Does nothing after an abort; a second call is a fault of the caller. */
  abstract respond(reply: Reply): void;
  /** Begins an answer that is written piece by piece, in place of `respond`; not for HEAD. */
  abstract startStream(status: number, head: string): LiveOutlet;
  abstract tryWrite(piece: Uint8Array): boolean;
  abstract writable(): Promise<boolean>;
  abstract write(piece: Uint8Array): Promise<boolean>;
  abstract end(): void;
  abstract cut(): void;

  get ip(): string {
    return clientAddress(this.peer, this.headers.get('x-forwarded-for'), this.proxies);
  }

  get requestId(): string {
    this.#requestId ??= nextRequestId();
    return this.#requestId;
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
  readonly name: 'native' | 'node';
  readonly port: number;
  /** Takes no new connections from now on. */
  stopListening(): void;
  /** Ends every connection, answered or not. Resolves when none is left. */
  close(): Promise<void>;
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
  const target = `${path}${rawQuery ?? ''}`;
  if (
    isLong(target.length, LIMITS.targetBytes) &&
    Buffer.byteLength(target) >= LIMITS.targetBytes
  ) {
    return problem('target_too_long', `Path and query may have ${LIMITS.targetBytes} bytes.`);
  }
  if (isLong(charactersOf(headers), LIMITS.headersBytes) && isTooLarge(headers)) {
    return problem('headers_too_large', `The headers may have ${LIMITS.headersBytes} bytes.`);
  }
  return refuseFraming(context, bodyBytes);
}

/** Whether so many characters may be more than `bytes` of UTF-8: what is shorter need not be measured. */
function isLong(characters: number, bytes: number): boolean {
  return 3 * characters >= bytes;
}

/** The colon, a space and the line end of a header count too. */
const FRAME_BYTES = 4;

function charactersOf(headers: Context['headers']): number {
  let characters = 0;
  for (const [name, value] of headers) characters += name.length + value.length + FRAME_BYTES;
  return characters;
}

function isTooLarge(headers: Context['headers']): boolean {
  const sizes = [...headers].map(([name, value]) => name.length + Buffer.byteLength(value));
  const framed = sizes.reduce((sum, size) => sum + size + FRAME_BYTES, 0);
  return framed > LIMITS.headersBytes;
}

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
  return problem('body_too_large', `The body may have ${bodyBytes} bytes.`);
}
