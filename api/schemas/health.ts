/** Body of `GET /health`. */

import { type Static, Type } from 'typebox';

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
