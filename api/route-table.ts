/** THE route table. What is served, documented and offered to clients is this list and nothing else. */

import { recent } from '../runtime/clock.ts';
import type { Traffic } from './dispatch.ts';
import { type Live, liveRoute } from './live/live.ts';
import { mcpRoutes } from './mcp/page.ts';
import type { ProcessFigures } from './metrics/exposition.ts';
import { metricsRoute } from './metrics/metrics.ts';
import { openApiRoute } from './openapi/document.ts';
import { ANALYTICS_ROUTES } from './routes/analytics.ts';
import type { App } from './routes/app.ts';
import { askRoutes } from './routes/ask.ts';
import { getKeyRoutes } from './routes/get-key.ts';
import { healthRoute } from './routes/health.ts';
import { linkRoute } from './routes/link.ts';
import { oauthRoutes } from './routes/oauth/index.ts';
import { queryRoute } from './routes/query.ts';
import { readRoutes } from './routes/reads.ts';
import type { Route } from './routes/route.ts';
import { statusRoute } from './routes/status.ts';
import { whoRoute } from './routes/who.ts';

/** What runs beside the {@link App}, and tells of itself. */
export interface Running {
  readonly traffic: Traffic;
  readonly process: () => ProcessFigures;
  /** Since the start. */
  readonly logLinesDropped: () => number;
  readonly live: Live;
  /** Name of the HTTP server that was loaded: known once it listens. */
  readonly backing: () => string;
  /** How the service is known outside; null means as whoever asks reached it. */
  readonly publicUrl: string | null;
}

/** The routes of the service. */
export function createRoutes(app: App, running: Running): readonly Route[] {
  const { engine, clock, access } = app;
  const { live, backing, publicUrl } = running;
  const reads = readRoutes(app.evidence);
  const status = recent(() => engine.status(), RECENT_MS, clock);
  const process = recent(running.process, RECENT_MS, clock);
  const routes: Route[] = [
    healthRoute(status, app.chain !== undefined, clock),
    statusRoute(status, app.version, backing),
    ...ANALYTICS_ROUTES,
    queryRoute(app),
    linkRoute(app),
    ...reads,
    liveRoute(live),
    ...askRoutes(app),
    whoRoute(app),
    ...mcpRoutes([...ANALYTICS_ROUTES, ...reads], app),
    ...getKeyRoutes(app),
    ...oauthRoutes(app),
    metricsRoute(
      () => ({
        endpoints: running.traffic.endpoints(),
        status: status(),
        process: process(),
        live: live.figures(),
        signIns: access.signIns.figures(),
        logLinesDropped: running.logLinesDropped(),
        nowUtcMs: clock.nowUtcMs(),
      }),
      clock.nowUtcMs(),
    ),
    openApiRoute(() => routes, publicUrl ?? '/'),
  ];
  return routes;
}

/** Longest that an answer lags behind the engine, ms; chosen here: unseen by a person, and a flood costs nothing. */
const RECENT_MS = 250;
