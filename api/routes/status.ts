/** `GET /v1/status`: states for everybody; with an owner's key the rows of its gym. */

import type { EngineStatus } from '../../service/status.ts';
import { STATUS, type Status } from '../schemas/status.ts';
import { rawRoute } from './raw-route.ts';
import type { Route } from './route.ts';
import { type StatusAbout, sightOf, statusBody } from './status-body.ts';

/** The route; `status` may be some moments old. `about` is asked once somebody asks. */
export function statusRoute(status: () => EngineStatus, about: () => StatusAbout): Route {
  /** By whose rows there are, for as long as the condition is the same object: each body is made and serialised once. */
  const told = new WeakMap<EngineStatus, Map<string, Status>>();
  const facts = {
    method: 'GET',
    path: '/v1/status',
    operationId: 'get_status',
    summary:
      'How the program is: cameras, pipeline, detectors, storage, feeds of the schedule, configuration.',
    description:
      'Cameras by state, rates, drops and latency of the pipeline, what was loaded, storage, feeds of the schedule, faults of the configuration. Everybody is told states and how many there are. A key of role `owner` lists the cameras and feeds of its gym; where no other gym is configured, also what is wrong with detectors, storage and configuration. Other keys see what strangers see; a wrong one is 401. No addresses, no names of people, no counts. Costs nothing.',
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
