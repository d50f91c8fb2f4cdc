/** Body of `GET /metrics` as JSON: what was asked for since the start. */

import { type Static, Type } from 'typebox';
import { closed, count, nullable } from '../../gym/reports/schemas/field.ts';

const quantile = (share: string) =>
  nullable(
    Type.Number({
      minimum: 0,
      description: `${share} of the answers took no longer, ms, at most 4.5 % off; null before the first.`,
    }),
  );

const ENDPOINT = Type.Object(
  {
    count: count('Answers.'),
    by_status: Type.Record(Type.String(), count('Answers with this status.')),
    latency_ms: Type.Object(
      { p50: quantile('Half'), p99: quantile('99 %') },
      { ...closed, description: 'From the head of the request to the answer, sending left out.' },
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
        external: bytes('Of the main thread, beside the heap.'),
      },
      closed,
    ),
    open_descriptors: nullable(
      count('Open files, sockets and pipes; null where the system does not tell.'),
    ),
    event_loop_delay_ms: nullable(
      Type.Object(
        { p50: Type.Number({ minimum: 0 }), p99: Type.Number({ minimum: 0 }) },
        {
          ...closed,
          description:
            'How late the thread that answers is, over a minute or longer, until it is read.',
        },
      ),
    ),
    log_lines_dropped: count('Lines of the log that nobody took in time, since the start.'),
  },
  { ...closed, title: 'ProcessMetrics', description: 'What the process needs.' },
);

export const METRICS = Type.Object(
  {
    since: Type.String({ format: 'date-time', description: 'Start of the counting, UTC.' }),
    total: count('Answers of all endpoints.'),
    endpoints: Type.Record(Type.String(), ENDPOINT, {
      description:
        'By method and route: `GET /v1/trainers/{trainer}`. What no route knows is `/{path}`.',
    }),
    process: PROCESS,
  },
  { ...closed, title: 'Metrics', description: 'Access counts, and what the process needs.' },
);

export type MetricsBody = Static<typeof METRICS>;
