/** The backing that runs everywhere: node:http. Chosen where no native uWebSockets.js exists for this Node. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type BodySink, collectBody } from '../../body.ts';
import type {
  Backing,
  Exchange,
  ListenOptions,
  WireAnswer,
  WireHead,
  WireStream,
} from '../../exchange.ts';
import { ReceivedHeaders } from '../../headers.ts';
import { LIMITS } from '../../limits.ts';
import { listenFault } from '../listen-fault.ts';
import { malformedAnswer } from './malformed.ts';
import { NodeStream } from './stream.ts';

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
      options.onExchange(new NodeExchange(request, response));
    },
  );
  /** The newest answer of each connection. */
  const lastOf = new WeakMap<Socket, ServerResponse>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    refuse(socket, error.code ?? '', lastOf.get(socket)),
  );
  await new Promise<void>((resolve, reject) => {
    const { host, port } = options;
    server.once('error', (error) => reject(listenFault(host, port, error)));
    server.listen({ host, port, exclusive: true }, resolve);
  });
  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  const stopListening = () => {
    server.close();
  };
  return {
    name: 'node',
    port: (server.address() as AddressInfo).port,
    stopListening,
    close: () => {
      stopListening();
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

const NOTHING = new Uint8Array();

class NodeExchange implements Exchange {
  readonly method: string;
  readonly path: string;
  readonly rawQuery: string | null;
  readonly headers: ReadonlyMap<string, string>;
  readonly ip: string;
  readonly readsChunks = true;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
    this.method = request.method ?? '';
    const target = originForm(request.url ?? '/');
    const mark = target.indexOf('?');
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.rawQuery = mark === -1 ? null : target.slice(mark + 1);
    const headers = new ReceivedHeaders();
    const { rawHeaders } = request;
    for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
      headers.add(`${rawHeaders[at]}`.toLowerCase(), `${rawHeaders[at + 1]}`);
    }
    this.headers = headers;
    this.ip = request.socket.remoteAddress ?? '';
  }

  get isGone(): boolean {
    return this.#response.destroyed || this.#response.closed;
  }

  onAborted(listener: () => void): void {
    this.#response.once('close', () => {
      if (!this.#response.writableFinished) {
        listener();
      }
    });
  }

  readBody(sink: BodySink): Promise<Buffer | null> {
    return collectBody(sink, (take) => {
      this.#request.on('data', (chunk: Buffer) => take(chunk, false));
      this.#request.once('end', () => take(NOTHING, true));
    });
  }

  respond(answer: WireAnswer): void {
    const { status, body, isBodyHidden, isLast } = answer;
    const response = this.#response;
    if (this.isGone) {
      return;
    }
    const lines = linesOf(answer);
    if (body !== null) {
      lines.push('Content-Length', String(body.length));
    }
    if (isLast) {
      lines.push('Connection', 'close');
      response.shouldKeepAlive = false;
    }
    response.writeHead(status, lines);
    response.end(isBodyHidden ? undefined : (body ?? undefined));
  }

  startStream(head: WireHead): WireStream {
    if (!this.isGone) {
      this.#response.writeHead(head.status, linesOf(head));
    }
    return new NodeStream(this.#response);
  }
}

/** Names and values in turn. */
function linesOf({ headers, id }: WireHead): string[] {
  const lines = headers.flat();
  return id === undefined ? lines : [...lines, id.front[0], id.text];
}

/** `http://host/path` is `/path` (RFC 9112 section 3.2.2); `*` is `/*`. */
function originForm(target: string): string {
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}
