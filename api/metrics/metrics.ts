/** `GET /metrics`: access counts as JSON; for collectors that prefer it, they and the engine's figures as text. */

import { preferredType, RawBody } from '../http/message.ts';
import { type Route, route } from '../routes/route.ts';
import { METRICS, type MetricsBody } from '../schemas/service.ts';
import { type Dialect, expose, thousandths } from './exposition.ts';
import { type Figures, familiesOf } from './families.ts';

const OPEN_METRICS = 'application/openmetrics-text';

/** Form and full name of each type next to JSON. */
const TEXTS: Readonly<Record<string, readonly [Dialect, contentType: string]>> = {
  [OPEN_METRICS]: ['openmetrics', `${OPEN_METRICS}; version=1.0.0; charset=utf-8`],
  'text/plain': ['prometheus', 'text/plain; version=0.0.4; charset=utf-8'],
};

export function metricsRoute(figures: () => Figures, startedUtcMs: number): Route {
  const since = new Date(startedUtcMs).toISOString();
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
      const value =
        dialect === undefined
          ? bodyOf(figures(), since)
          : new RawBody(contentType, expose(familiesOf(figures()), dialect));
      return { status: 200, value, headers: VARY };
    },
  });
}

const VARY = [['Vary', 'Accept']] as const;

function bodyOf({ endpoints, process, logLinesDropped }: Figures, since: string): MetricsBody {
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
