/**
 * The fast backing: uWebSockets.js, where a native build of it loads. Only the files `uws*.ts` touch a uWS request or
 * response. Everything runs on the main thread.
 */

import type { HttpResponse, TemplatedApp, us_listen_socket } from '@trufflesuite/uws-js-unofficial';
import { delay } from '../../../../runtime/timers.ts';
import type { Backing, ListenOptions } from '../../exchange.ts';
import { explainListenFailure, isListenedOn } from '../listen-fault.ts';
import type { NativeBuild } from '../native-build.ts';
import { UwsExchange } from './exchange.ts';

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
export async function listenUws(
  { uws }: Pick<NativeBuild, 'uws'>,
  options: UwsListenOptions,
): Promise<Backing> {
  const app = uws.App();
  handleAll(app, options.onExchange);
  const socket = await listenPatiently(app, options);
  let isListening = true;
  const stopListening = () => {
    if (isListening) {
      isListening = false;
      uws.us_listen_socket_close(socket);
    }
  };
  return {
    name: 'native',
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
 * first one closes the connection (`uws-end.ts`).
 */
function handleAll(app: TemplatedApp, onExchange: ListenOptions['onExchange']): void {
  let closer: HttpResponse | null = null;
  const give = (exchange: UwsExchange): void => {
    onExchange(exchange);
    exchange.leaveHandler();
  };
  for (const [name, method] of Object.entries(METHODS)) {
    app[name as keyof typeof METHODS]('/*', (response, request) => {
      const exchange = new UwsExchange(response, request, method, null);
      if (exchange.isToEnd) {
        closer = response;
        request.setYield(true);
      } else give(exchange);
    });
  }
  app.any('/*', (response, request) => {
    const method = request.getCaseSensitiveMethod().toUpperCase();
    const exchange = new UwsExchange(response, request, method, closer);
    closer = null;
    give(exchange);
  });
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
