/** THE route table. What is served, documented and offered to clients is this list and nothing else. */

import type { Clock } from '../runtime/clock.ts';
import type { GymEvidence } from '../service/evidence/evidence.ts';
import type { ChainFigures } from '../service/figures/chain-figures.ts';
import type { ClassesSource } from '../service/gyms/gym-source.ts';
import type { EngineStatus } from '../service/status.ts';
import type { SignInFigures } from '../store/access/sign-ins.ts';
import { type Live, liveRoute } from './live/live.ts';
import { type AgentParts, agentRoutes } from './mcp/agents.ts';
import type { ProcessFigures } from './metrics/exposition.ts';
import { type MetricsParts, metricsRoute } from './metrics/metrics.ts';
import { openApiRoute } from './openapi/document.ts';
import { analyticsRoutes } from './routes/analytics.ts';
import { type GetKeyParts, getKeyRoutes } from './routes/get-key.ts';
import { healthRoute } from './routes/health.ts';
import { linkRoute } from './routes/link.ts';
import { type OAuthParts, oauthRoutes } from './routes/oauth/index.ts';
import { queryRoute } from './routes/query.ts';
import { readRoutes } from './routes/reads.ts';
import type { Route } from './routes/route.ts';
import { statusRoute } from './routes/status.ts';

export { isIssuer } from './routes/oauth/index.ts';
export { createRouter } from './routes/router.ts';

export interface RouteParts {
  readonly engine: { status(): EngineStatus };
  readonly clock: Clock;
  readonly traffic: MetricsParts['traffic'];
  readonly getKey: GetKeyParts;
  readonly signIn: OAuthParts;
  readonly agents: Omit<AgentParts, 'classes'>;
  /** Where queries get classes from. */
  readonly classes: ClassesSource;
  /** Figures over gyms: a head office's. */
  readonly chain?: ChainFigures;
  readonly evidence: GymEvidence;
  readonly live: Pick<Live, 'answer' | 'figures'>;
  readonly signIns: () => SignInFigures;
  /** How the service is known outside; null means as whoever asks reached it. */
  readonly publicUrl: string | null;
  readonly version: string;
  /** Name of the HTTP server that was loaded: known once it listens. */
  readonly backing: () => string;
  readonly process: () => ProcessFigures;
  /** Since the start. */
  readonly logLinesDropped: () => number;
}

/** The routes of the service. */
export function createRoutes(parts: RouteParts): readonly Route[] {
  const { engine, clock, traffic, getKey, signIn, agents, publicUrl, version } = parts;
  const figures = analyticsRoutes();
  const reads = readRoutes(parts.evidence);
  const status = recent(() => engine.status(), clock);
  const routes: Route[] = [
    healthRoute(status, parts.chain !== undefined, clock),
    statusRoute(status, () => ({ version, backing: parts.backing() })),
    ...figures,
    queryRoute(parts.classes, parts.chain ?? null),
    linkRoute(parts.classes),
    ...reads,
    liveRoute(parts.live),
    ...agentRoutes(figures, reads, { ...agents, classes: parts.classes }),
    ...getKeyRoutes(getKey),
    ...oauthRoutes(signIn),
    metricsRoute({
      traffic,
      status,
      clock,
      live: () => parts.live.figures(),
      signIns: parts.signIns,
      logLinesDropped: parts.logLinesDropped,
      process: recent(parts.process, clock),
    }),
    openApiRoute(() => routes, publicUrl ?? '/'),
  ];
  return routes;
}

/** Longest that an answer lags behind the engine, ms; chosen here: unseen by a person, and a flood costs nothing. */
const RECENT_MS = 250;

/** `read`, at most four times a second: the same object in between, so that it is serialised once. */
function recent<Value>(read: () => Value, clock: Clock): () => Value {
  let value: Value | undefined;
  let readAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    const nowMs = clock.monotonicMs();
    if (value === undefined || nowMs - readAtMs >= RECENT_MS) {
      value = read();
      readAtMs = nowMs;
    }
    return value;
  };
}
