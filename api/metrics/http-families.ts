/** Traffic as families of samples. */

import type { Family } from './exposition.ts';
import type { EndpointTraffic } from './traffic.ts';

/** Limits of the exposed histogram as doublings of 1 µs: 64 µs, 256 µs … 4.2 s. Each is a limit of the inner buckets. */
const LIMITS = [6, 8, 10, 12, 14, 16, 18, 20, 22] as const;

export function httpFamilies(endpoints: readonly EndpointTraffic[]): readonly Family[] {
  return [
    {
      name: 'turnout_http_requests',
      type: 'counter',
      help: 'Answers by method, route and status.',
      samples: endpoints.flatMap(({ method, path, byStatus }) =>
        [...byStatus].map(([status, value]) => ({
          suffix: '_total' as const,
          labels: { method, path, status: String(status) },
          value,
        })),
      ),
    },
    {
      name: 'turnout_http_request_duration_seconds',
      type: 'histogram',
      unit: 'seconds',
      help: 'Time from the head of a request to its answer, sending left out.',
      samples: endpoints.flatMap(histogramOf),
    },
  ];
}

function histogramOf({ method, path, latency }: EndpointTraffic): Family['samples'] {
  const labels = { method, path };
  return [
    ...LIMITS.map((doublings) => ({
      suffix: '_bucket' as const,
      labels: { ...labels, le: String(2 ** doublings / 1e6) },
      value: latency.countWithin(doublings),
    })),
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: latency.count },
    { suffix: '_sum', labels, value: latency.sumMs / 1_000 },
    { suffix: '_count', labels, value: latency.count },
  ];
}
