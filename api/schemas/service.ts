/** Bodies of the discovery document, of `GET /health` and of `GET /metrics`. */

import { type Static, Type } from 'typebox';
import { count, fields, nullable, object, part, text } from '../../gym/reports/field.ts';

const DISCOVERY_ENDPOINT = object('Endpoint', 'A method of a route.', {
  method: Type.String(),
  path: text('Template: parameters are in braces.'),
  url: Type.String(),
  summary: Type.String(),
});

export const DISCOVERY = object('Discovery', 'What the service offers, and where.', {
  service: Type.Literal('turnout'),
  description: Type.String(),
  version: text('Of the program.'),
  url: text('Base address of the service.'),
  matched: Type.Literal(false, { description: 'No route knows the path.' }),
  endpoints: Type.Array(DISCOVERY_ENDPOINT, { maxItems: 100 }),
  documents: fields({ openapi: Type.String() }),
  key: text('How to get a key.'),
  sandbox: text('How to try it without a key.'),
});

export type Discovery = Static<typeof DISCOVERY>;

const CHECK = object('HealthCheck', 'One part of the program.', {
  status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')]),
  detail: Type.Union([Type.String(), Type.Null()], {
    description: 'What is wrong, in one sentence; null when nothing is.',
  }),
});

export const HEALTH = object('Health', 'Whether everything works.', {
  status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')], {
    description: '`degraded` when any check is.',
  }),
  checks: fields({
    cameras: CHECK,
    detectors: CHECK,
    storage: CHECK,
    descriptors: CHECK,
    backup: CHECK,
    schedule: CHECK,
    configuration: CHECK,
  }),
});

/** Of a head office, which has other parts. */
export const OFFICE_HEALTH = object('OfficeHealth', 'Whether everything works.', {
  status: HEALTH.properties.status,
  checks: fields({ database: CHECK, line: CHECK }),
});

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

const ENDPOINT = object('EndpointMetrics', 'One method of one route.', {
  count: count('Answers.'),
  by_status: Type.Record(Type.String(), count('Answers with this status.')),
  latency_ms: part('From the head of the request to the answer, without sending.', {
    p50: quantile('Half'),
    p99: quantile('99 %'),
  }),
});

const PROCESS = object('ProcessMetrics', 'The resources of the process.', {
  memory_bytes: fields({
    rss: count('Of the process.'),
    heap_used: count('Of the main thread.'),
    heap_total: count('Of the main thread.'),
    external: count('Of the main thread, outside the heap.'),
  }),
  open_descriptors: nullable(
    count('Open files, sockets and pipes; null if the system does not report them.'),
  ),
  event_loop_delay_ms: nullable(
    part('Delay of the thread that answers, over at least a minute, until it is read.', {
      p50: Type.Number({ minimum: 0 }),
      p99: Type.Number({ minimum: 0 }),
    }),
  ),
  log_lines_dropped: count(
    'Log lines dropped because they were not read in time, since the start.',
  ),
});

export const METRICS = object('Metrics', 'Access counts, and the resources of the process.', {
  since: Type.String({ format: 'date-time', description: 'Start of the counts, UTC.' }),
  total: count('Answers of all endpoints.'),
  endpoints: Type.Record(Type.String(), ENDPOINT, {
    description: 'By method and route: `GET /v1/trainers/{trainer}`. Unknown paths are `/{path}`.',
  }),
  process: PROCESS,
});

export type MetricsBody = Static<typeof METRICS>;
