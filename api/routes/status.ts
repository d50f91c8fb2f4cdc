/** `GET /v1/status`: states for everybody; with an owner's key the rows of its gym. */

import type { EngineStatus } from '../../service/status.ts';
import { STATUS, type Status } from '../schemas/status.ts';
import type { Route } from './route.ts';
import { rawRoute } from './route.ts';
import { type StatusAbout, sightOf, statusBody } from './status-body.ts';

/** The route; `status` may be some moments old. `about` is asked once someone asks. */
export function statusRoute(status: () => EngineStatus, about: () => StatusAbout): Route {
  /** By whose rows there are, for as long as the condition is the same object: each body is made and serialised once. */
  const told = new WeakMap<EngineStatus, Map<string, Status>>();
  const facts = {
    method: 'GET',
    path: '/v1/status',
    operationId: 'get_status',
    summary:
      'The state of the program: cameras, pipeline, detectors, storage, schedule feeds, configuration.',
    description:
      'Cameras by state; rates, drops and latency of the pipeline; loaded parts, storage, schedule feeds, configuration faults. Every caller sees states and their numbers. A key of role `owner` also lists the cameras and feeds of its gym and, if no other gym is configured, the faults of detectors, storage and configuration. Other keys see the same as callers without a key; a wrong key is 401. No addresses, no names of people, no counts. Costs nothing.',
    errors: [
      'conflicting_credentials',
      'credentials_in_query',
      'invalid_credentials',
      'rate_limited',
    ],
    credentials: 'optional',
    response: STATUS,
  } as const;
  return rawRoute(facts, (request, guard) => {
    const principal = guard.recognise(request);
    if (principal !== null && 'status' in principal) return principal;
    const now = status();
    const sight = sightOf(principal?.key ?? null, now);
    const bodies = told.get(now) ?? new Map<string, Status>();
    told.set(now, bodies);
    const name = sight.scope === 'gym' ? `gym ${sight.gymId}` : sight.scope;
    const value = bodies.get(name) ?? statusBody(now, about(), sight);
    bodies.set(name, value);
    return { status: 200, value };
  });
}
