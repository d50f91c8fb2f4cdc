/** Body of `GET /metrics` as JSON: the requests since the start. */

import { type Static, Type } from 'typebox';
import { closed, count, nullable } from '../../gym/reports/field.ts';

const quantile = (share: string) =>
  nullable(
    Type.Number({
      minimum: 0,
      description: `${share} of the answers took at most this long, ms, within 4.5 %; null before the first.`,
    }),
  );

const ENDPOINT = Type.Object(
  {
    count: count('Answers.'),
    by_status: Type.Record(Type.String(), count('Answers with this status.')),
    latency_ms: Type.Object(
      { p50: quantile('Half'), p99: quantile('99 %') },
      { ...closed, description: 'From the head of the request to the answer, without sending.' },
    ),
  },
  { ...closed, title: 'EndpointMetrics', description: 'One method of one route.' },
);

const bytes = (description: string) => Type.Integer({ minimum: 0, description });

const PROCESS = Type.Object(
  {
    memory_bytes: Type.Object(
      {
        rss: bytes('Of the process.'),
        heap_used: bytes('Of the main thread.'),
        heap_total: bytes('Of the main thread.'),
        external: bytes('Of the main thread, outside the heap.'),
      },
      closed,
    ),
    open_descriptors: nullable(
      count('Open files, sockets and pipes; null if the system does not report them.'),
    ),
    event_loop_delay_ms: nullable(
      Type.Object(
        { p50: Type.Number({ minimum: 0 }), p99: Type.Number({ minimum: 0 }) },
        {
          ...closed,
          description:
            'Delay of the thread that answers, over at least a minute, until it is read.',
        },
      ),
    ),
    log_lines_dropped: count(
      'Log lines dropped because they were not read in time, since the start.',
    ),
  },
  { ...closed, title: 'ProcessMetrics', description: 'The resources of the process.' },
);

export const METRICS = Type.Object(
  {
    since: Type.String({ format: 'date-time', description: 'Start of the counts, UTC.' }),
    total: count('Answers of all endpoints.'),
    endpoints: Type.Record(Type.String(), ENDPOINT, {
      description:
        'By method and route: `GET /v1/trainers/{trainer}`. Unknown paths are `/{path}`.',
    }),
    process: PROCESS,
  },
  { ...closed, title: 'Metrics', description: 'Access counts, and the resources of the process.' },
);

export type MetricsBody = Static<typeof METRICS>;
