/** Listens, mounts the route table, and stops. */

import { createReader } from '../ask/model/model-reader.ts';
import type { AskModelConfig } from '../config/config.ts';
import type { GymView } from '../gym/sessions/view.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log/log.ts';
import { delay } from '../runtime/timers.ts';
import { type GymEvidence, hourly } from '../service/evidence/evidence.ts';
import type { ChainFigures } from '../service/figures/chain-figures.ts';
import type { ClassesSource, GymSource } from '../service/gyms/gym-source.ts';
import type { Operator } from '../service/operator/operator.ts';
import type { EngineStatus } from '../service/status.ts';
import type { Access } from '../store/access/access.ts';
import { type AccessLimits, trustedProxies } from '../store/access/limits.ts';
import type { OAuth } from '../store/access/oauth/oauth.ts';
import type { ApiDocument } from '../web/pages/api-docs.tsx';
import { RequestGuard } from './auth/guard.ts';
import { Dispatcher, Traffic } from './dispatch.ts';
import { chooseBacking, type WantedBacking } from './http/backing.ts';
import type { ListenOptions } from './http/context.ts';
import { FormTokens, originRule } from './http/origin.ts';
import { Live } from './live/live.ts';
import type { ChartPainter } from './mcp/week.tsx';
import { ProcessWatch } from './metrics/exposition.ts';
import { openApiDocument } from './openapi/document.ts';
import { createRouter, createRoutes, isIssuer } from './route-table.ts';
import { type BoxParts, boxRoutes } from './routes/boxes.ts';
import { type OwnerApp, ownerApp } from './routes/owner/row.ts';
import { ownerRoutes } from './routes/owner/table.ts';
import type { ServedRoute } from './routes/route.ts';
import { createSite, type Site, type SiteParts } from './routes/site/site.ts';

export interface ServerOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Which server carries HTTP. Default: `auto`, the best that loads. */
  readonly backing?: WantedBacking;
  /** How the service is known outside; null means as it listens. */
  readonly publicUrl: string | null;
  readonly engine: { status(): EngineStatus };
  readonly gyms: GymSource & ClassesSource;
  readonly evidence: GymEvidence;
  /** Draws the charts of `/mcp`; without it they are left out. */
  readonly painter?: ChartPainter;
  readonly access: Access;
  readonly oauth: OAuth;
  readonly limits: AccessLimits;
  /** Of a free key that is made now. */
  readonly freeLookups: () => number;
  /** Addresses and CIDR blocks of proxies whose `X-Forwarded-For` is believed. */
  readonly trustProxy: readonly string[];
  /** Further names, without a port, under which pages, the owner API and `/mcp` answer. */
  readonly allowedHosts?: readonly string[];
  /** Further origins whose pages may ask `/mcp`, without a slash at the end. */
  readonly allowedOrigins?: readonly string[];
  readonly log: Log;
  readonly clock: Clock;
  /** The gym whose pages are open to everyone; null, and where it is left out, they need a sign-in. */
  readonly openGym?: () => string | null;
  /** The language model behind the grammar of questions; none, and where it is left out. Asked at each question. */
  readonly askModel?: () => AskModelConfig | null;
  /** Whether that gym is the demo that runs without a configuration. */
  readonly isDemo?: () => boolean;
  /** Lines of the log that nobody took in time, since the start; none where it is left out. */
  readonly logLinesDropped?: () => number;
  /** What owners operate the installation with; left out: the owner API is not there. */
  readonly operator?: Operator;
  /** What commands on this computer show; left out: none can ask. */
  readonly hand?: string;
  /** Of several nodes that serve one another's forms; left out: each process has its own. */
  readonly formSecret?: Buffer;
  /** Figures over gyms: a head office's. */
  readonly chain?: ChainFigures;
  /** Lets boxes join and send: a head office's. Left out: no box can. */
  readonly boxes?: Omit<BoxParts, 'tries'>;
  /** Of the program. */
  readonly version: string;
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
  const { host, port, gyms, access, oauth, limits, log, clock, version } = options;
  const chosen = chooseBacking(options.backing ?? 'auto');
  const traffic = new Traffic();
  let base = '';
  const freeKeys = options.chain === undefined ? limits.freeKeys : null;
  const getKey = { ...options, freeKeys, base: () => base };
  const hasIssuer = isIssuer(options.publicUrl ?? `http://${hostOf(host)}`);
  if (!hasIssuer) log.warn('sign_in_off', { detail: NEEDS_HTTPS });
  const forms = new FormTokens(clock, options.formSecret);
  const signIn = { ...getKey, oauth: hasIssuer ? oauth : null, access, forms, log };
  const reader = createReader({ model: options.askModel ?? (() => null), log });
  const agents = { ...options, reader, painter: options.painter ?? null, base: () => base };
  const [watch, live] = [new ProcessWatch(), new Live(options)];
  const routes = createRoutes({
    ...options,
    live,
    traffic,
    getKey,
    signIn,
    agents,
    classes: gyms,
    signIns: () => access.signIns.figures(),
    backing: () => chosen.label,
    process: () => watch.read(),
    logLinesDropped: options.logLinesDropped ?? (() => 0),
  });
  const owner = options.operator && ownerApp(options.operator);
  const operator = unlistedRoutes(options, owner);
  traffic.list([...routes, ...operator]);
  // The port is known only once the server listens, and the documents name it: the first request comes later than both.
  const listening: ListenOptions = { host, port, onRequest: () => undefined };
  const backing = await chosen.listen(listening, log);
  const url = `http://${hostOf(host)}:${backing.port}`;
  base = (options.publicUrl ?? url).replace(/\/+$/, '');
  const guard = new RequestGuard({
    access,
    gyms,
    clock,
    limits,
    base,
    openView: openViewOf(options),
    oauth,
    hand: options.hand,
  });
  const site = siteOf(options, {
    names: () => ({ base, allowedHosts: options.allowedHosts ?? [] }),
    reader,
    ...(owner && { operator: owner }),
    apiDocument: () => openApiDocument(routes, '/') as unknown as ApiDocument,
  });
  const around = { origins: originsOf(options), site, operator };
  const router = createRouter(routes, { base, version, guard, ...around });
  const dispatcher = new Dispatcher({
    router,
    guard,
    traffic,
    log,
    clock,
    proxies: trustedProxies(options.trustProxy),
  });
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

/** Routes that the public documents do not have. */
function unlistedRoutes(
  { boxes, limits }: ServerOptions,
  owner: OwnerApp | undefined,
): readonly ServedRoute[] {
  return [
    ...(owner ? ownerRoutes(owner) : []),
    ...(boxes ? boxRoutes({ ...boxes, tries: limits.signIns }) : []),
  ];
}

function originsOf(options: ServerOptions) {
  const { allowedHosts = [], allowedOrigins = [], chain } = options;
  // A head office has no configuration file.
  const setting = chain === undefined ? 'server.allowed_hosts' : 'TURNOUT_HQ_URL';
  return originRule({ ...options, allowedHosts, allowedOrigins, setting });
}

/** Sees the gym whose pages are open to everyone; null where none is. */
function openViewOf({ openGym, gyms }: ServerOptions): () => GymView | null {
  return () => {
    const gymId = openGym?.() ?? null;
    return gymId === null ? null : gyms.view(gymId);
  };
}

/** The pages; null where they were not built. */
function siteOf(
  { operator: _, ...options }: ServerOptions,
  own: Pick<SiteParts, 'names' | 'reader' | 'apiDocument' | 'operator'>,
): Site | null {
  const { evidence, openGym = () => null, isDemo = () => false, log } = options;
  const site = createSite({
    ...options,
    ...own,
    openGym,
    isDemo,
    evidence: hourly(evidence),
  });
  if (site === null) log.warn('pages_missing', { detail: 'npm run build makes them' });
  return site;
}

/** The host as this computer can call it: "everywhere" is also here; IPv6 needs brackets. */
function hostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') {
    return '127.0.0.1';
  }
  return host.includes(':') ? `[${host}]` : host;
}
