/** `GET /metrics`: access counts as JSON; for collectors that prefer it, they and the engine's figures as text. */

import type { Clock } from '../../runtime/clock.ts';
import type { EngineStatus } from '../../service/status.ts';
import { preferredType, TextBody } from '../http/message.ts';
import { type Route, route } from '../routes/route.ts';
import { METRICS, type MetricsBody } from '../schemas/service.ts';
import { type Dialect, expose, type ProcessFigures, thousandths } from './exposition.ts';
import { type Figures, familiesOf } from './families.ts';

export interface MetricsParts {
  readonly traffic: { endpoints(): Figures['endpoints'] };
  readonly status: () => EngineStatus;
  readonly clock: Clock;
  readonly process: () => ProcessFigures;
  readonly live: { figures(): Figures['live'] };
  readonly signIns: { figures(): Figures['signIns'] };
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
  return route({
    name: 'GET /metrics',
    operationId: 'get_metrics',
    summary: 'Access counts of every endpoint, and the resources of the process.',
    description:
      'JSON, or with an `Accept` that prefers `application/openmetrics-text` or `text/plain` the same and the engine’s figures as text for collectors.',
    textTypes: [OPEN_METRICS, 'text/plain'],
    response: METRICS,
    answer: ({ headers }) => {
      const offers = ['application/json', OPEN_METRICS, 'text/plain'] as const;
      const [dialect, contentType = ''] = TEXTS[preferredType(headers.get('accept'), offers)] ?? [];
      const figures = {
        endpoints: traffic.endpoints(),
        process: parts.process(),
        logLinesDropped: parts.logLinesDropped(),
      };
      if (dialect === undefined)
        return { status: 200, value: bodyOf(figures, since), headers: VARY };
      const families = familiesOf({
        ...figures,
        status: status(),
        live: parts.live.figures(),
        signIns: parts.signIns.figures(),
        nowUtcMs: clock.nowUtcMs(),
      });
      const value = new TextBody(contentType, expose(families, dialect));
      return { status: 200, value, headers: VARY };
    },
  });
}

const VARY = [['Vary', 'Accept']] as const;

type Counted = Pick<Figures, 'endpoints' | 'process' | 'logLinesDropped'>;

function bodyOf({ endpoints, process, logLinesDropped }: Counted, since: string): MetricsBody {
  const rows = endpoints.map(({ name, byStatus, latency }) => {
    const quantile = (share: number) => {
      const ms = latency.quantileMs(share);
      return ms === null ? null : thousandths(ms);
    };
    const latency_ms = { p50: quantile(0.5), p99: quantile(0.99) };
    const by_status = Object.fromEntries(byStatus);
    return [name, { count: latency.count, by_status, latency_ms }] as const;
  });
  return {
    since,
    total: rows.reduce((sum, [, { count }]) => sum + count, 0),
    endpoints: Object.fromEntries(rows),
    process: { ...process, log_lines_dropped: logLinesDropped },
  };
}
