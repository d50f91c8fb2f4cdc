/** Body of `GET /metrics` as JSON: what was asked for since the start. */

import { type Static, Type } from '../../schema-type.ts';
import { closed, count, nullable } from './field.ts';

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

export const METRICS = Type.Object(
  {
    since: Type.String({ format: 'date-time', description: 'Start of the counting, UTC.' }),
    total: count('Answers of all endpoints.'),
    endpoints: Type.Record(Type.String(), ENDPOINT, {
      description:
        'By method and route: `GET /v1/trainers/{trainer}`. What no route knows is `/{path}`.',
    }),
  },
  { ...closed, title: 'Metrics', description: 'Access counts of every endpoint.' },
);

export type MetricsBody = Static<typeof METRICS>;
