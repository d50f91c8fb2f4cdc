/** Listens, mounts the route table, and stops. */

import { createReader } from '../ask/model/model-reader.ts';
import type { AskModelConfig } from '../config/config.ts';
import { delay, systemTimers, type Timers } from '../runtime/timers.ts';
import { hourly } from '../service/evidence/evidence.ts';
import type { Operator } from '../service/operator/operator.ts';
import { trustedProxies } from '../store/access/limits.ts';
import { RequestGuard } from './auth/guard.ts';
import { Dispatcher, Traffic } from './dispatch.ts';
import { chooseBacking, type WantedBacking } from './http/backing.ts';
import type { ListenOptions } from './http/context.ts';
import { formTokens, originRule } from './http/origin.ts';
import { Live } from './live/live.ts';
import { processWatch } from './metrics/exposition.ts';
import { openApiDocument } from './openapi/document.ts';
import { createRoutes } from './route-table.ts';
import type { App } from './routes/app.ts';
import { type BoxParts, boxRoutes } from './routes/boxes.ts';
import { isIssuerAt } from './routes/oauth/index.ts';
import { ownerApp } from './routes/owner/row.ts';
import { ownerRoutes } from './routes/owner/table.ts';
import { createRouter } from './routes/router.ts';
import { createSite } from './routes/site/site.ts';

type Parts = Omit<App, 'isIssuer' | 'forms' | 'base' | 'owner' | Optional>;
type Optional = 'reader' | 'allowedHosts' | 'openGym' | 'isDemo';

/** Left out: the reader of `askModel`, no further names, no gym with open pages, and no demo. */
export interface ServerOptions extends Parts, Partial<Pick<App, Optional>> {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Which server carries HTTP. Default: `auto`, the best that loads. */
  readonly backing?: WantedBacking;
  /** How the service is known outside; null means as it listens. */
  readonly publicUrl: string | null;
  /** Addresses and CIDR blocks of proxies whose `X-Forwarded-For` is believed. */
  readonly trustProxy: readonly string[];
  /** Further origins whose pages may ask `/mcp`, without a slash at the end. */
  readonly allowedOrigins?: readonly string[];
  /** The language model behind the grammar of questions; none, and where it is left out. Asked at each question. */
  readonly askModel?: () => AskModelConfig | null;
  /** Lines of the log that nobody took in time, since the start; none where it is left out. */
  readonly logLinesDropped?: () => number;
  /** What owners operate the installation with; left out: the owner API is not there. */
  readonly operator?: Operator;
  /** What commands on this computer show; left out: none can ask. */
  readonly hand?: string;
  /** Of several nodes that serve one another's forms; left out: each process has its own. */
  readonly formSecret?: Buffer;
  /** Of the live streams; the system's where they are left out. */
  readonly timers?: Timers;
  /** Lets boxes join and send: a head office's. Left out: no box can. */
  readonly boxes?: Omit<BoxParts, 'tries'>;
}

export interface Server {
  /** Where it listens, for this computer: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Takes no more requests, lets those under way finish for a second, then ends every connection. */
  close(): Promise<void>;
}

/** How long answers under way may take while stopping, ms; chosen here to stay well inside the 5 s of a stop. */
const GRACE_MS = 1_000;

const NEEDS_HTTPS =
  'programs cannot sign in over plain http: set server.public_url to the https address of the proxy; keys work all the same';

/**
 * Starts to listen. Must be called on the main thread: ending a worker that holds the native server aborts the process.
 *
 * @throws `port_in_use`, `listen_failed`, `native_server_missing`.
 */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { host, port, publicUrl, limits, log, clock, version, operator, boxes } = options;
  const chosen = chooseBacking(options.backing ?? 'auto');
  const isIssuer = isIssuerAt(publicUrl ?? `http://${hostOf(host)}`);
  if (!isIssuer) log.warn('sign_in_off', { detail: NEEDS_HTTPS });
  let base = '';
  const app: App = {
    reader: createReader({ model: options.askModel ?? (() => null), log }),
    allowedHosts: [],
    openGym: () => null,
    isDemo: () => false,
    ...options,
    evidence: hourly(options.evidence),
    isIssuer,
    forms: formTokens(clock, options.formSecret),
    base: () => base,
    owner: operator && ownerApp(operator),
  };
  const [traffic, watch] = [new Traffic(), processWatch()];
  const live = new Live({ ...app, timers: options.timers ?? systemTimers });
  const routes = createRoutes(app, {
    traffic,
    live,
    publicUrl,
    backing: () => chosen.build ?? 'node:http',
    process: watch.read,
    logLinesDropped: options.logLinesDropped ?? (() => 0),
  });
  /** The public documents do not have these. */
  const unlisted = [
    ...(app.owner ? ownerRoutes(app.owner) : []),
    ...(boxes ? boxRoutes({ ...boxes, tries: limits.signIns }) : []),
  ];
  traffic.list([...routes, ...unlisted]);
  // The port is known only once the server listens, and the documents name it: the first request comes later than both.
  const listening: ListenOptions = { host, port, onRequest: () => undefined };
  const backing = await chosen.listen(listening, log);
  const url = `http://${hostOf(host)}:${backing.port}`;
  base = (publicUrl ?? url).replace(/\/+$/, '');
  const guard = new RequestGuard({ ...app, base, hand: options.hand });
  const site = createSite(app, () => openApiDocument(routes, '/'));
  if (site === null) log.warn('pages_missing', { detail: 'npm run build makes them' });
  const origins = originRule({
    publicUrl,
    host,
    allowedHosts: app.allowedHosts,
    allowedOrigins: options.allowedOrigins ?? [],
    // A head office has no configuration file.
    setting: app.chain === undefined ? 'server.allowed_hosts' : 'TURNOUT_HQ_URL',
  });
  const router = createRouter(routes, { base, version, guard, origins, site, unlisted });
  const proxies = trustedProxies(options.trustProxy);
  const dispatcher = new Dispatcher({ router, guard, traffic, log, clock, proxies });
  listening.onRequest = dispatcher.onRequest;
  return {
    url,
    close: async () => {
      backing.stopListening();
      live.close();
      await Promise.race([dispatcher.idle(), delay(GRACE_MS)]);
      await backing.close();
      watch.close();
    },
  };
}

/** The host as this computer can call it: "everywhere" is also here; IPv6 needs brackets. */
function hostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') {
    return '127.0.0.1';
  }
  return host.includes(':') ? `[${host}]` : host;
}
