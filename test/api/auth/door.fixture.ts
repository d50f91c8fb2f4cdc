/** A service with one route that asks who comes in, beside the four that have themselves asked: over real sockets. */

import { RequestGuard } from '../../../api/auth/guard.ts';
import { refusalOf } from '../../../api/auth/refusals.ts';
import { Dispatcher, Traffic } from '../../../api/dispatch.ts';
import type { Answer, ApiRequest } from '../../../api/http/message.ts';
import { createRouter } from '../../../api/route-table.ts';
import { analyticsRoutes } from '../../../api/routes/analytics.ts';
import { defineRoute, NO_PARAMETERS, type Route } from '../../../api/routes/route.ts';
import { DISCOVERY } from '../../../api/schemas/service.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import type { Door, Visitor } from '../../../service/callers/visitor.ts';
import type { GymSource } from '../../../service/gyms/gym-source.ts';
import type { Access } from '../../../store/access/access.ts';
import type { AccessLimits } from '../../../store/access/limits.ts';
import type { OAuth } from '../../../store/access/oauth/oauth.ts';
import { listen } from '../../support/backings.ts';
import { limits as highLimits } from '../../support/limits.ts';
import { gymsOf } from './gyms.fixture.ts';

export const BASE = 'http://turnout.test';

type Visit = (visitor: Visitor, request: ApiRequest) => Answer | Promise<Answer>;

interface DoorParts {
  readonly access: Access;
  readonly oauth?: OAuth;
  readonly gyms?: GymSource;
  readonly limits?: AccessLimits;
  readonly door?: Door;
  /** What is done for who came in; {@link lookOnce} where it is not said. */
  readonly visit?: Visit;
}

/** `/door` takes GET and POST. */
export async function startDoor(parts: DoorParts) {
  const { access, oauth, gyms = gymsOf('gym', 'demo', 'rival'), limits = highLimits() } = parts;
  const { door = { resource: 'service', isOpen: false }, visit = lookOnce } = parts;
  const guard = new RequestGuard({
    access,
    gyms,
    clock: systemClock,
    limits,
    base: BASE,
    oauth,
  });
  const routes = [...analyticsRoutes(), routeOf('GET'), routeOf('POST')].map((route) =>
    route.path === '/door' ? { ...route, answer: comeIn } : route,
  );
  const backing = await listen({
    host: '127.0.0.1',
    port: 0,
    onRequest: new Dispatcher({
      router: createRouter(routes, { base: BASE, version: '1', guard }),
      log: silentLog,
      clock: systemClock,
      guard,
      traffic: new Traffic(),
    }).onRequest,
  });
  const { port } = backing;
  const ask = (target: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${target}`, init);
  return { port, ask, close: () => backing.close() };

  function comeIn(request: ApiRequest): Answer | Promise<Answer> {
    const visitor = guard.enter(request, door);
    return 'status' in visitor ? visitor : visit(visitor, request);
  }
}

/** One look at what the query names, for one lookup. */
export async function lookOnce(visitor: Visitor, { rawQuery }: ApiRequest): Promise<Answer> {
  const query = new URLSearchParams(rawQuery ?? '');
  const caller = visitor.see({
    gymId: query.get('gym_id') ?? undefined,
    trainer: query.get('trainer') ?? undefined,
  });
  if ('code' in caller) return refusalOf(caller);
  const refused = await visitor.spend();
  if (refused !== null) return refusalOf(refused);
  const trainers = caller.trainers.map(({ id }) => id);
  const { principal, isSample } = visitor;
  return {
    status: 200,
    value: { gym: caller.view.gym.id, trainers, is_sample: isSample, via: principal?.via ?? null },
  };
}

function routeOf(method: 'GET' | 'POST'): Route {
  return defineRoute({
    method,
    path: '/door',
    operationId: `${method}_door`,
    summary: '',
    description: '',
    access: 'public',
    errors: [],
    parameters: NO_PARAMETERS,
    response: DISCOVERY,
    answer: () => {
      throw new Error('replaced');
    },
  });
}
