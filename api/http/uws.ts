/**
 * The fast backing: uWebSockets.js, where a native build of it loads. Everything runs on the main thread.
 *
 * The native parser by itself refuses: heads of more than 48 headers, heads over 4 KB in several TCP segments, unknown
 * methods, HTTP/1.0 and absolute-form targets.
 */

import type {
  HttpRequest,
  HttpResponse,
  TemplatedApp,
  us_listen_socket,
} from '@trufflesuite/uws-js-unofficial';
import { addHeader, type Backing, Context, type ListenOptions, type Reply } from './context.ts';
import { listenPatiently, type Patience } from './listen.ts';
import type { LiveOutlet } from './message.ts';
import { statusLine } from './reply.ts';

/** The typings know no options beside a host. */
interface ExclusiveListen {
  listen(
    host: string,
    port: number,
    options: number,
    done: (socket: us_listen_socket | false) => void,
  ): TemplatedApp;
}

/** Without it a second process on the same port silently takes part of the requests. */
const LIBUS_LISTEN_EXCLUSIVE_PORT = 1;

/**
 * Listens with uWebSockets.js. The native server does not set SO_REUSEADDR: after a restart the closed connections of
 * the program before may hold the port for a minute, which is waited for.
 *
 * @throws `port_in_use`, `listen_failed`.
 */
export async function listenUws(
  { uws }: { readonly uws: typeof import('@trufflesuite/uws-js-unofficial') },
  options: ListenOptions,
  patience: Patience = {},
): Promise<Backing> {
  const app = uws.App();
  handleAll(app, options);
  const { host, port } = options;
  const exclusive = app as unknown as ExclusiveListen;
  const attempt = () =>
    new Promise<us_listen_socket | false>((resolve) => {
      exclusive.listen(host, port, LIBUS_LISTEN_EXCLUSIVE_PORT, resolve);
    });
  const socket = await listenPatiently(options, patience, attempt);
  let isListening = true;
  const stopListening = () => {
    if (isListening) {
      isListening = false;
      uws.us_listen_socket_close(socket);
    }
  };
  return {
    port: uws.us_socket_local_port(socket),
    stopListening,
    close: async () => {
      stopListening();
      (app as unknown as { close(): void }).close();
    },
  };
}

/** The server routes these by themselves; nearly all requests are GET. */
const METHODS = {
  get: 'GET',
  post: 'POST',
  head: 'HEAD',
  options: 'OPTIONS',
  put: 'PUT',
  patch: 'PATCH',
  del: 'DELETE',
  trace: 'TRACE',
  connect: 'CONNECT',
} as const;

/**
 * A response of the server cannot be touched any more once it is answered: its connection cannot be closed then. So a
 * request that ends its connection is handed on to a second handler, which gets another response of the same request; the
 * first one closes the connection.
 */
function handleAll(app: TemplatedApp, options: ListenOptions): void {
  let closer: HttpResponse | null = null;
  const give = (context: UwsContext): void => {
    options.onRequest(context);
    context.leaveHandler();
  };
  for (const [name, method] of Object.entries(METHODS)) {
    app[name as keyof typeof METHODS]('/*', (response, request) => {
      const context = new UwsContext(response, request, method, null);
      if (context.endsConnection) {
        closer = response;
        request.setYield(true);
      } else give(context);
    });
  }
  app.any('/*', (response, request) => {
    const method = request.getCaseSensitiveMethod().toUpperCase();
    const context = new UwsContext(response, request, method, closer);
    closer = null;
    give(context);
  });
}

/** Headers of the request that is being copied: one function for all requests costs less than one for each. */
let copied = new Map<string, string>();
const copyHeader = (name: string, value: string): void => addHeader(copied, name, value);

/** One function for all answers: a closure for each would cost what it saves. */
const ignoreAbort = (): void => undefined;

/** Most that is given to the server in one write, bytes; chosen here: bounds what it keeps for a slow client. */
const PIECE_BYTES = 64 * 1024;

/**
 * A request object is valid only inside its handler, so all of it is copied at once. Most requests are over before their
 * handler returns: inside it the server has corked the response itself. What an answer that comes later needs is made on
 * leaving.
 *
 * Of a stream the server keeps what the kernel does not take, without a limit, and returns false of a write that it does.
 * What is kept goes out only when something is written: with a listener for "writable" the server itself sends nothing of
 * it, and forgets to ask the kernel again. An empty cork is such a write.
 */
class UwsContext extends Context implements LiveOutlet {
  /** The parser takes the bytes behind a chunk for what they are not: an inner request would be executed. */
  readonly readsChunks = false;
  /** Whether the connection ends with this request. */
  readonly endsConnection: boolean;
  readonly #response: HttpResponse;
  readonly #closer: HttpResponse | null;
  #isInHandler = true;
  #hasAbortHandler = false;
  /** Answered, or gone. */
  #isOver = false;
  #isAborted = false;
  /** Whether it is us who end the connection: then nobody has gone away. */
  #isClosing = false;
  #knownPeer: string | null = null;
  /** Of a stream; null once it was written: only the first write sends it. */
  #streamHead: string | null = null;
  /** Whether the server kept something of what was written last. */
  #isBehind = false;
  /**
   * Whether the client took nothing since the server began to keep. Wrong for less than one piece: the kernel has taken at
   * least that much when it calls back, though perhaps not all.
   */
  #isFull = false;
  #wake: () => void = ignoreAbort;

  /** @param closer Another response of the same request, where the connection ends with it. */
  constructor(
    response: HttpResponse,
    request: HttpRequest,
    method: string,
    closer: HttpResponse | null,
  ) {
    const headers = new Map<string, string>();
    copied = headers;
    request.forEach(copyHeader);
    // Undefined where the target has no `?`, against the typings.
    const rawQuery = (request.getQuery() as string | undefined) ?? null;
    super({ method, path: request.getUrl(), rawQuery, headers });
    this.endsConnection = isClosing(headers.get('connection'));
    this.#response = response;
    this.#closer = closer;
  }

  /** The handler returns; whoever is not answered yet may go away from now on. */
  leaveHandler(): void {
    this.#isInHandler = false;
    if (this.#isOver) return;
    this.#knownPeer = this.peer;
    this.#listenForAbort();
  }

  #listenForAbort(): void {
    if (this.#hasAbortHandler) return;
    this.#hasAbortHandler = true;
    this.#response.onAborted(() => {
      this.#isOver = true;
      this.#isAborted = true;
      if (!this.#isClosing) this.abort();
      // Whoever waits for the client of a stream need not.
      this.#wake();
    });
  }

  get peer(): string {
    if (this.#knownPeer === null && !this.#isOver) {
      this.#knownPeer = Buffer.from(this.#response.getRemoteAddressAsText()).toString('latin1');
    }
    return this.#knownPeer ?? '';
  }

  get isGone(): boolean {
    return this.#isOver;
  }

  protected feed(take: (chunk: Uint8Array, isLast: boolean) => void): void {
    this.#response.onData((chunk, isLast) => take(new Uint8Array(chunk), isLast));
  }

  respond(reply: Reply): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (reply.isLast || this.endsConnection) this.#respondLast(reply);
    else if (this.#isInHandler) this.#write(reply);
    else this.#response.cork(() => this.#write(reply));
  }

  #write({ status, head, body, isBodyHidden }: Reply): void {
    const response = this.#response;
    // A reset that lands while the answer is sent leaves it unfinished. The server ends the process where the handler of an
    // unfinished answer returns and no one listens for aborts. It may happen to any answer: the small ones of a pipeline
    // share a buffer, which is sent when it is full.
    if (!this.#hasAbortHandler) response.onAborted(ignoreAbort);
    response.writeStatus(statusLine(status) + head);
    if (body !== null && !isBodyHidden) {
      response.end(body);
      return;
    }
    // With a length given to endWithoutBody the answer counts as unfinished: the next request on the connection is
    // never answered. With a header of our own and no argument (not even undefined) it is finished.
    if (body !== null) response.writeHeader('Content-Length', String(body.length));
    response.endWithoutBody();
  }

  /**
   * Answers, after which the connection ends, and nothing more of it is executed.
   *
   * The server itself goes on with what stands behind a request in the same read. It forgets that the connection was to end
   * as soon as the next request comes, also where it only waits until a slow client has taken the answer. It stops in two
   * cases only: where the connection is closed, and where a request comes while the one before is not answered. So an answer
   * is finished only when the kernel has taken all that stands before its last byte, and then the connection is closed at
   * once.
   */
  #respondLast(reply: Reply): void {
    this.#listenForAbort();
    this.#isClosing = true;
    const { body, isBodyHidden, isLast } = reply;
    if (isLast && body !== null && !isBodyHidden) {
      // Inside the handler or not. The spaces push it out: JSON ends before them.
      this.#writeWhole(reply, body.length + SPACES.length + LINE_END_BYTES, [body, SPACES]);
      return;
    }
    // Until all of the read is worked off the request counts as not answered: where another one stands behind it, the
    // server closes the connection, and neither is answered.
    setImmediate(() => {
      if (this.#isAborted) return;
      const closer = this.#closer;
      if (body !== null && body.length > 0 && !isBodyHidden && closer !== null) {
        this.#sendAndClose(reply, body, closer);
        return;
      }
      this.#writeWhole(reply, body?.length ?? null, body === null || isBodyHidden ? [] : [body]);
    });
  }

  /** Everything in one piece, as a status: with a status alone the request still counts as not answered. */
  #writeWhole({ status, head }: Reply, length: number | null, body: readonly Buffer[]): void {
    const lines = [
      ...(length === null ? [] : [`Content-Length: ${length}`]),
      `Date: ${new Date().toUTCString()}`,
      'Connection: close',
    ];
    const end = body.length === 0 ? '\r\n' : '\r\n\r\n';
    const text = `${statusLine(status)}${head}\r\n${lines.join('\r\n')}${end}`;
    this.#response.cork(() =>
      this.#response.writeStatus(Buffer.concat([Buffer.from(text), ...body])),
    );
    this.#response.close();
  }

  /**
   * Sends at the pace of the client, and closes as soon as the last byte is written. The last byte is a write of its own: the
   * server keeps the end of a small answer until the write is over, and only the next one tells whether it has gone.
   */
  #sendAndClose({ status, head }: Reply, body: Buffer, closer: HttpResponse): void {
    const response = this.#response;
    const last = body.length - 1;
    let isTaken = true;
    let isOver = false;
    const send = (end: number): void => {
      const piece = body.subarray(response.getWriteOffset(), end);
      [isTaken, isOver] = response.tryEnd(piece, body.length);
    };
    const sendRest = (): boolean => {
      while (isTaken && !isOver) {
        const end = response.getWriteOffset() < last ? last : body.length;
        response.cork(() => send(end));
      }
      if (isOver) closer.close();
      return isTaken;
    };
    response.onWritable(() => {
      isTaken = true;
      return sendRest();
    });
    response.cork(() => {
      response.writeStatus(statusLine(status) + head);
      response.writeHeader('Connection', 'close');
      send(last);
    });
    sendRest();
  }

  startStream(status: number, head: string): LiveOutlet {
    this.#streamHead = statusLine(status) + head;
    if (this.#isOver) return this;
    this.#listenForAbort();
    this.#response.onWritable(() => {
      this.#response.cork(ignoreAbort);
      this.#isFull = false;
      this.#wake();
      return true;
    });
    return this;
  }

  async write(piece: Uint8Array): Promise<boolean> {
    let at = 0;
    while (at < piece.length && !this.#isOver) {
      // Whether all that was kept has gone is told by a write only: one byte asks without adding to it.
      const end = at + (this.#isBehind ? 1 : PIECE_BYTES);
      this.#writePiece(piece.subarray(at, end));
      at = end;
      if (this.#isBehind) await this.#changed();
    }
    return !this.#isOver;
  }

  tryWrite(piece: Uint8Array): boolean {
    if (this.#isOver || this.#isFull) return false;
    this.#writePiece(piece);
    this.#isFull = this.#isBehind;
    return true;
  }

  async writable(): Promise<boolean> {
    if (!this.#isOver && this.#isFull) await this.#changed();
    return !this.#isOver;
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const finish = () =>
      this.#response.cork(() => {
        this.#writeStreamHead();
        this.#response.end('');
      });
    if (!this.endsConnection) {
      finish();
      return;
    }
    // Not inside a read: what stands behind the request there would be executed. Nor may the server wait with the end until
    // a slow client takes it, and execute what comes then: the client has taken all pieces, seven bytes go out at once.
    setImmediate(() => {
      if (this.#isAborted) return;
      finish();
      this.#closer?.close();
    });
  }

  cut(): void {
    if (!this.#isOver) this.#response.close();
  }

  #writePiece(piece: Uint8Array): void {
    this.#response.cork(() => {
      this.#writeStreamHead();
      this.#isBehind = !this.#response.write(piece);
    });
  }

  #writeStreamHead(): void {
    if (this.#streamHead === null) return;
    this.#response.writeStatus(this.#streamHead);
    this.#streamHead = null;
    if (this.endsConnection) this.#response.writeHeader('Connection', 'close');
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

/**
 * The server keeps up to 16 KB until all of a read is worked off, and a connection that is closed before loses it. What is
 * more goes out at once, with all that was kept.
 */
const SPACES = Buffer.alloc(16 * 1024, ' ');
/** What the server writes behind a status. */
const LINE_END_BYTES = 2;

/** Whether the client ends the connection after this request (RFC 9112 section 9.6): nothing behind it may be executed. */
function isClosing(connection: string | undefined): boolean {
  return connection !== undefined && /(?:^|,)[ \t]*close[ \t]*(?:,|$)/i.test(connection);
}
