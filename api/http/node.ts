/** The backing that runs everywhere: node:http. Chosen where no native uWebSockets.js exists for this Node. */

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '../../errors.ts';
import { addHeader, type Backing, Context, type ListenOptions, type Reply } from './context.ts';
import { listenFault } from './listen.ts';
import { LIMITS, type LiveOutlet } from './message.ts';
import { headText, SECURITY_HEADERS, statusLine } from './reply.ts';

/**
 * Listens with node:http.
 *
 * @throws `port_in_use`, `listen_failed`.
 */
export async function listenNode(options: ListenOptions): Promise<Backing> {
  const server = createServer(
    {
      // Larger than our own limits, so that these answer; what is larger still is refused by the parser.
      maxHeaderSize: 2 * (LIMITS.targetBytes + LIMITS.headersBytes),
      headersTimeout: LIMITS.headTimeoutMs,
      requestTimeout: LIMITS.requestTimeoutMs,
      keepAliveTimeout: LIMITS.idleTimeoutMs,
      connectionsCheckingInterval: 1_000,
      // The server's own refusal of a head without Host goes on with what stands behind it.
      requireHostHeader: false,
    },
    (request, response) => {
      const { socket } = request;
      const last = lastOf.get(socket);
      if (isEnding(last)) return;
      lastOf.set(socket, response);
      if (request.httpVersion !== '1.0' && request.headers.host === undefined) {
        response.shouldKeepAlive = false;
        refuse(socket, '', last);
        return;
      }
      options.onRequest(new NodeContext(request, response));
    },
  );
  /** The newest answer of each connection. */
  const lastOf = new WeakMap<Socket, ServerResponse>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    refuse(socket, error.code ?? '', lastOf.get(socket)),
  );
  await new Promise<void>((resolve, reject) => {
    const { host, port } = options;
    server.once('error', (error) => reject(listenFault(port, error)));
    server.listen({ host, port, exclusive: true }, resolve);
  });
  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stopListening: () => void server.close(),
    close: () => {
      server.close();
      server.closeAllConnections();
      return closed;
    },
  };
}

/** Whether nothing behind a request may be executed; what was read with it is handed over all the same. */
function isEnding(response: ServerResponse | undefined): boolean {
  return response !== undefined && !response.shouldKeepAlive;
}

/** Answers what never became a request: a broken head, or one that took too long. */
function refuse(socket: Socket, code: string, last: ServerResponse | undefined): void {
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
  } else if (last?.req.complete === true || last?.headersSent === true) {
    // The fault is behind a whole request, which is answered first, or in one that is answered already.
    const end = () => (isEnding(last) ? socket.end() : socket.end(malformedAnswer(code)));
    if (last.writableFinished) end();
    else last.once('finish', end);
  } else {
    socket.end(malformedAnswer(code));
  }
}

const REFUSALS: Readonly<Record<string, readonly [code: ErrorCode, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The head of the request is larger than the limit.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
};

/** The whole answer to a fault of the parser, ready for the socket: there is no response object. */
export function malformedAnswer(fault: string): string {
  const [code, detail] = REFUSALS[fault] ?? [
    'malformed_request',
    'The request is not HTTP/1.1 as RFC 9112 has it.',
  ];
  const body = JSON.stringify({ detail, code });
  const headers = [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['X-Request-Id', randomUUID()],
    ...SECURITY_HEADERS,
    ['Connection', 'close'],
  ] as const;
  return `HTTP/1.1 ${statusLine(ERRORS[code].status)}${headText(headers)}\r\n\r\n${body}`;
}

const NOTHING = new Uint8Array();
/** Most that is given to the server in one write, bytes; chosen here: a slow client has the time of a stall for each. */
const PIECE_BYTES = 64 * 1024;

class NodeContext extends Context implements LiveOutlet {
  readonly readsChunks = true;
  readonly peer: string;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse) {
    const target = originForm(request.url ?? '/');
    const mark = target.indexOf('?');
    const headers = new Map<string, string>();
    const { rawHeaders } = request;
    for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
      addHeader(headers, `${rawHeaders[at]}`.toLowerCase(), `${rawHeaders[at + 1]}`);
    }
    super({
      method: request.method ?? '',
      path: mark === -1 ? target : target.slice(0, mark),
      rawQuery: mark === -1 ? null : target.slice(mark + 1),
      headers,
    });
    this.#request = request;
    this.#response = response;
    this.peer = request.socket.remoteAddress ?? '';
    response.once('close', () => {
      if (!response.writableFinished) this.abort();
    });
  }

  get isGone(): boolean {
    return this.#response.destroyed || this.#response.closed;
  }

  protected feed(take: (chunk: Uint8Array, isLast: boolean) => void): void {
    this.#request.on('data', (chunk: Buffer) => take(chunk, false));
    this.#request.once('end', () => take(NOTHING, true));
  }

  respond({ status, head, body, isBodyHidden, isLast }: Reply): void {
    const response = this.#response;
    if (this.isGone) return;
    const lines = linesOf(head);
    if (body !== null) lines.push('Content-Length', String(body.length));
    if (isLast) {
      lines.push('Connection', 'close');
      response.shouldKeepAlive = false;
    }
    response.writeHead(status, lines);
    response.end(isBodyHidden ? undefined : (body ?? undefined));
  }

  startStream(status: number, head: string): LiveOutlet {
    if (!this.isGone) this.#response.writeHead(status, linesOf(head));
    return this;
  }

  async write(piece: Uint8Array): Promise<boolean> {
    for (let at = 0; at < piece.length && !this.#isOver; at += PIECE_BYTES) {
      if (this.#response.write(piece.subarray(at, at + PIECE_BYTES))) continue;
      // A client that takes nothing for so long has gone away.
      const stalled = setTimeout(() => this.#response.destroy(), LIMITS.stallTimeoutMs);
      await this.#changed();
      clearTimeout(stalled);
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
    return this.isGone || this.#response.writableEnded;
  }

  /** Resolves when the client took what was written, or is gone. */
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

/** Names and values in turn. */
function linesOf(head: string): string[] {
  const [, ...lines] = head.split('\r\n');
  return lines.flatMap((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 2)];
  });
}

/** `http://host/path` is `/path` (RFC 9112 section 3.2.2); `*` is `/*`. */
function originForm(target: string): string {
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}
