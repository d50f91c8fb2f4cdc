/**
 * The fast backing: uWebSockets.js, where its native binary exists for this Node. Only this file and
 * `uws-stream.ts` touch a uWS request or response. Everything runs on the main thread; a request object is valid only inside its handler, so all of
 * it is copied at once.
 *
 * The native parser by itself closes, without a status: heads of more than 48 headers, heads over 4 KB in several TCP
 * segments, unknown methods, HTTP/1.0 and absolute-form targets.
 */

import type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket } from 'uWebSockets.js';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { delay } from '../../engine/index.ts';
import { collectBody } from './body.ts';
import type {
  Backing,
  Exchange,
  ListenOptions,
  WireAnswer,
  WireHead,
  WireStream,
} from './exchange.ts';
import { ReceivedHeaders } from './headers.ts';
import { explainListenFailure, isListenedOn } from './listen-fault.ts';
import { addressText } from './peer-address.ts';
import { writeHead } from './uws-head.ts';
import { UwsStream } from './uws-stream.ts';

type Uws = typeof import('uWebSockets.js');

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
 * The native server, or null where there is none for this Node. The package of the alias would put a JavaScript
 * imitation in its place that ends the process on HEAD and 304, so the binary is looked for before anything is loaded.
 */
export async function loadUws(): Promise<Uws | null> {
  try {
    const home = dirname(createRequire(import.meta.url).resolve('uWebSockets.js'));
    const { platform, arch, versions } = process;
    const binary = `uws_${platform}_${arch}_${versions.modules}.node`;
    if (!existsSync(join(home, '..', 'binaries', binary)) && !existsSync(join(home, binary))) {
      return null;
    }
    // Only the default import works at run time; the typings know none.
    const loaded: { default?: Uws } = await import('uWebSockets.js');
    const uws = loaded.default;
    return uws !== undefined && isNative(uws.App) ? uws : null;
  } catch {
    // Not installed, or built for another libc: the other backing serves.
    return null;
  }
}

function isNative(value: unknown): boolean {
  return (
    typeof value === 'function' && Function.prototype.toString.call(value).includes('[native code]')
  );
}

/** The kernel keeps a port from a socket without SO_REUSEADDR for 60 s after the last connection that it closed. */
const PATIENCE_MS = 65_000;
const RETRY_MS = 250;

export interface UwsListenOptions extends ListenOptions {
  /** Told once when the port is held by nothing but closed connections of the program before. */
  readonly onWait?: () => void;
  /** Longest wait for them, ms. */
  readonly patienceMs?: number;
}

/**
 * Listens with uWebSockets.js. The native server does not set SO_REUSEADDR: after a restart the closed connections of
 * the program before may hold the port for a minute, which is waited for; a port that somebody listens on is not.
 *
 * @throws `port_in_use`, `listen_failed`.
 */
export async function listenUws(uws: Uws, options: UwsListenOptions): Promise<Backing> {
  const app = uws.App();
  const take = (response: HttpResponse, request: HttpRequest, method: string): void => {
    const exchange = new UwsExchange(response, request, method);
    options.onExchange(exchange);
    exchange.leaveHandler();
  };
  // In a handler of GET the method is known: to ask for it is a call into the server, and nearly all requests are GET.
  app.get('/*', (response, request) => take(response, request, 'GET'));
  app.any('/*', (response, request) =>
    take(response, request, request.getCaseSensitiveMethod().toUpperCase()),
  );
  const socket = await listenPatiently(app, options);
  let isListening = true;
  const stopListening = () => {
    if (isListening) {
      isListening = false;
      uws.us_listen_socket_close(socket);
    }
  };
  return {
    name: 'uws',
    port: uws.us_socket_local_port(socket),
    stopListening,
    close: async () => {
      stopListening();
      (app as unknown as { close(): void }).close();
    },
  };
}

async function listenPatiently(
  app: TemplatedApp,
  options: UwsListenOptions,
): Promise<us_listen_socket> {
  const { host, port, onWait, patienceMs = PATIENCE_MS } = options;
  const exclusive = app as unknown as ExclusiveListen;
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    const socket = await new Promise<us_listen_socket | false>((resolve) => {
      exclusive.listen(host, port, LIBUS_LISTEN_EXCLUSIVE_PORT, resolve);
    });
    if (socket !== false) {
      return socket;
    }
    const fault = await explainListenFailure(host, port);
    const isHeld = fault.code === 'port_in_use' && !(await isListenedOn(host, port));
    if (!isHeld || waitedMs >= patienceMs) {
      throw fault;
    }
    if (waitedMs === 0) {
      onWait?.();
    }
    await delay(RETRY_MS);
  }
}

/** Headers of the request that is being copied; one function for all requests costs less than one for each. */
let collected = new ReceivedHeaders();
const collect = (name: string, value: string): void => collected.add(name, value);

/** One function for all answers: a closure for each would cost what it saves. */
const ignoreAbort = (): void => undefined;

/**
 * Most exchanges are over before their handler returns: inside it the server has corked the response itself. What an answer
 * that comes later needs is made on leaving.
 */
class UwsExchange implements Exchange {
  readonly method: string;
  readonly path: string;
  readonly rawQuery: string | null;
  readonly headers: ReadonlyMap<string, string>;
  private readonly response: HttpResponse;
  private abortListeners: (() => void)[] | null = null;
  private isInHandler = true;
  private isOver = false;
  private knownIp: string | null = null;

  constructor(response: HttpResponse, request: HttpRequest, method: string) {
    this.response = response;
    this.method = method;
    this.path = request.getUrl();
    // Undefined where the target has no `?`, against the typings.
    this.rawQuery = (request.getQuery() as string | undefined) ?? null;
    collected = new ReceivedHeaders();
    request.forEach(collect);
    this.headers = collected;
  }

  /** The handler returns; whoever is not answered yet may go away from now on. */
  leaveHandler(): void {
    this.isInHandler = false;
    if (this.isOver) return;
    this.knownIp = this.ip;
    this.response.onAborted(() => this.abort());
  }

  get ip(): string {
    if (this.knownIp === null && !this.isOver) {
      this.knownIp = addressText(this.response.getRemoteAddress());
    }
    return this.knownIp ?? '';
  }

  get isGone(): boolean {
    return this.isOver;
  }

  onAborted(listener: () => void): void {
    this.abortListeners ??= [];
    this.abortListeners.push(listener);
  }

  readBody(limitBytes: number): Promise<Buffer | null> {
    return collectBody(limitBytes, (take) =>
      // The memory of a chunk is taken away when this returns.
      this.response.onData((chunk, isLast) => take(Buffer.from(chunk.slice(0)), isLast)),
    );
  }

  respond(answer: WireAnswer): void {
    if (this.isOver) {
      return;
    }
    this.isOver = true;
    if (this.isInHandler) this.write(answer);
    else this.response.cork(() => this.write(answer));
  }

  startStream(head: WireHead): WireStream {
    const end = () => {
      this.isOver = true;
    };
    const stream = new UwsStream(this.response, head, { isOver: () => this.isOver, end });
    this.onAborted(() => stream.stop());
    return stream;
  }

  private write({ status, headers, body, isBodyHidden, isLast }: WireAnswer): void {
    const { response } = this;
    // A reset that lands while the answer is sent leaves it unfinished. The server ends the process where the handler of an
    // unfinished answer returns and no one listens for aborts. It may happen to any answer: the small ones of a pipeline
    // share a buffer, which is sent when it is full.
    if (this.isInHandler) response.onAborted(ignoreAbort);
    writeHead(response, status, headers);
    if (body !== null && !isBodyHidden) {
      response.end(body, isLast);
      return;
    }
    // With a length given to endWithoutBody the answer counts as unfinished: the next request on the connection is
    // never answered. With a header of our own and no argument (not even undefined) it is finished.
    if (body !== null) {
      response.writeHeader('Content-Length', String(body.length));
    }
    response.endWithoutBody();
  }

  private abort(): void {
    this.isOver = true;
    const listeners = this.abortListeners ?? [];
    this.abortListeners = null;
    for (const listener of listeners) listener();
  }
}
