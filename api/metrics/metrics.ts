/** `GET /metrics`: access counts as JSON; for collectors that prefer it, they and the engine's figures as text. */

import type { Clock } from '../../runtime/clock.ts';
import type { EngineStatus } from '../../service/status.ts';
import type { SignInFigures } from '../../store/access/sign-ins.ts';
import { preferredType, TextBody } from '../http/message.ts';
import { type Route, route } from '../routes/route.ts';
import { METRICS, type MetricsBody } from '../schemas/service.ts';
import { type Dialect, type EndpointTraffic, expose, type ProcessFigures } from './exposition.ts';
import { familiesOf, type LiveFigures } from './families.ts';

export interface MetricsParts {
  readonly traffic: { endpoints(): readonly EndpointTraffic[] };
  readonly status: () => EngineStatus;
  readonly clock: Clock;
  readonly process: () => ProcessFigures;
  readonly live: { figures(): LiveFigures };
  readonly signIns: { figures(): SignInFigures };
  /** Since the start. */
  readonly logLinesDropped: () => number;
}

const OPEN_METRICS = 'application/openmetrics-text';

/** Form and full name of each type next to JSON. */
const TEXTS: Readonly<Record<string, readonly [Dialect, contentType: string]>> = {
  [OPEN_METRICS]: ['openmetrics', `${OPEN_METRICS}; version=1.0.0; charset=utf-8`],
  'text/plain': ['prometheus', 'text/plain; version=0.0.4; charset=utf-8'],
};

export function metricsRoute(parts: MetricsParts): Route {
  const { traffic, status, clock } = parts;
  const since = new Date(clock.nowUtcMs()).toISOString();
  const facts = {
    method: 'GET',
    path: '/metrics',
    operationId: 'get_metrics',
    summary: 'Access counts of every endpoint, and the resources of the process.',
    description:
      'JSON, or with an `Accept` that prefers `application/openmetrics-text` or `text/plain` the same and the engine’s figures as text for collectors.',
    textTypes: [OPEN_METRICS, 'text/plain'],
    response: METRICS,
  } as const;
  return route(facts, ({ headers }) => {
    const offers = ['application/json', OPEN_METRICS, 'text/plain'] as const;
    const [dialect, contentType = ''] = TEXTS[preferredType(headers.get('accept'), offers)] ?? [];
    const [endpoints, process] = [traffic.endpoints(), parts.process()];
    const logLinesDropped = parts.logLinesDropped();
    const figures = () => ({
      endpoints,
      process,
      logLinesDropped,
      status: status(),
      live: parts.live.figures(),
      signIns: parts.signIns.figures(),
      nowUtcMs: clock.nowUtcMs(),
    });
    const value =
      dialect === undefined
        ? metricsBody(endpoints, since, processBody(process, logLinesDropped))
        : new TextBody(contentType, expose(familiesOf(figures()), dialect));
    return { status: 200, value, headers: [['Vary', 'Accept']] };
  });
}

function processBody(figures: ProcessFigures, logLinesDropped: number): MetricsBody['process'] {
  const { memoryBytes, openDescriptors, eventLoopDelayMs } = figures;
  return {
    memory_bytes: {
      rss: memoryBytes.rss,
      heap_used: memoryBytes.heapUsed,
      heap_total: memoryBytes.heapTotal,
      external: memoryBytes.external,
    },
    open_descriptors: openDescriptors,
    event_loop_delay_ms: eventLoopDelayMs && {
      p50: thousandths(eventLoopDelayMs.p50),
      p99: thousandths(eventLoopDelayMs.p99),
    },
    log_lines_dropped: logLinesDropped,
  };
}

function metricsBody(
  endpoints: readonly EndpointTraffic[],
  since: string,
  process: MetricsBody['process'],
): MetricsBody {
  const rows = endpoints.map(({ name, byStatus, latency }) => {
    const latencyMs = {
      p50: thousandths(latency.quantileMs(0.5)),
      p99: thousandths(latency.quantileMs(0.99)),
    };
    const counts = Object.fromEntries(byStatus);
    return [name, { count: latency.count, by_status: counts, latency_ms: latencyMs }] as const;
  });
  return {
    since,
    total: rows.reduce((sum, [, { count }]) => sum + count, 0),
    endpoints: Object.fromEntries(rows),
    process,
  };
}

function thousandths<Ms extends number | null>(ms: Ms): Ms;
function thousandths(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 1_000) / 1_000;
}
