/** Bodies of the discovery document, of `GET /health` and of `GET /metrics`. */

import { type Static, Type } from 'typebox';
import { closed, count, nullable } from '../../gym/reports/field.ts';

const DISCOVERY_ENDPOINT = Type.Object(
  {
    method: Type.String(),
    path: Type.String({ description: 'Template: parameters are in braces.' }),
    url: Type.String(),
    summary: Type.String(),
  },
  { ...closed, title: 'Endpoint', description: 'A method of a route.' },
);

export const DISCOVERY = Type.Object(
  {
    service: Type.Literal('turnout'),
    description: Type.String(),
    version: Type.String({ description: 'Of the program.' }),
    url: Type.String({ description: 'Base address of the service.' }),
    matched: Type.Literal(false, { description: 'No route knows the path.' }),
    endpoints: Type.Array(DISCOVERY_ENDPOINT, { maxItems: 100 }),
    documents: Type.Object({ openapi: Type.String() }, closed),
    key: Type.String({ description: 'How to get a key.' }),
    sandbox: Type.String({ description: 'How to try it without a key.' }),
  },
  { ...closed, title: 'Discovery', description: 'What the service offers, and where.' },
);

export type Discovery = Static<typeof DISCOVERY>;

const CHECK = Type.Object(
  {
    status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')]),
    detail: Type.Union([Type.String(), Type.Null()], {
      description: 'What is wrong, in one sentence; null when nothing is.',
    }),
  },
  { additionalProperties: false, title: 'HealthCheck', description: 'One part of the program.' },
);

export const HEALTH = Type.Object(
  {
    status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')], {
      description: '`degraded` when any check is.',
    }),
    checks: Type.Object(
      {
        cameras: CHECK,
        detectors: CHECK,
        storage: CHECK,
        descriptors: CHECK,
        backup: CHECK,
        schedule: CHECK,
        configuration: CHECK,
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false, title: 'Health', description: 'Whether everything works.' },
);

/** Of a head office, which has other parts. */
export const OFFICE_HEALTH = Type.Object(
  {
    status: HEALTH.properties.status,
    checks: Type.Object({ database: CHECK, line: CHECK }, { additionalProperties: false }),
  },
  { additionalProperties: false, title: 'OfficeHealth', description: 'Whether everything works.' },
);

export type Health = Static<typeof HEALTH>;
export type OfficeHealth = Static<typeof OFFICE_HEALTH>;
export type HealthCheck = Static<typeof CHECK>;

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
