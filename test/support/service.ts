/** The whole service over each HTTP backing, for tests: real sockets, given gyms, and bodies held to their schemas. */

import { Value } from 'typebox/value';
import { expect } from 'vitest';
import { RequestGuard } from '../../api/auth/guard.ts';
import { Dispatcher, Traffic } from '../../api/dispatch.ts';
import { formTokens } from '../../api/http/origin.ts';
import { Live } from '../../api/live/live.ts';
import { processWatch } from '../../api/metrics/exposition.ts';
import { createRoutes } from '../../api/route-table.ts';
import type { App } from '../../api/routes/app.ts';
import { createRouter } from '../../api/routes/router.ts';
import { DISCOVERY } from '../../api/schemas/service.ts';
import { createGrammar } from '../../ask/read/grammar.ts';
import { tableOf } from '../../gym/figures/class-table.ts';
import { type Clock, systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { systemTimers, type Timers } from '../../runtime/timers.ts';
import { SAMPLE_EVIDENCE } from '../../service/evidence/sample.ts';
import type { GymSource } from '../../service/gyms/gym-source.ts';
import type { Listen } from './backings.ts';
import { engineStatus } from './engine-status.ts';
import { limits as highLimits } from './limits.ts';
import { memoryAccess } from './memory-access.ts';
import { memoryOAuth } from './memory-grants.ts';

export type Service = Awaited<ReturnType<typeof startService>>;

type Given = Pick<
  App,
  'access' | 'limits' | 'oauth' | 'evidence' | 'reader' | 'painter' | 'log'
> & {
  readonly status: App['engine']['status'];
  /** Time of the live streams. */
  readonly time: Clock & Timers;
};

/** Without `access` nobody has a key, and no limit is met. */
export async function startService(
  listen: Listen,
  gyms: GymSource,
  {
    limits = highLimits(),
    status = engineStatus,
    evidence = SAMPLE_EVIDENCE,
    reader = createGrammar(),
    painter = null,
    log = silentLog,
    time = { ...systemClock, ...systemTimers },
    ...given
  }: Partial<Given> = {},
) {
  const access = given.access ?? (await memoryAccess());
  const oauth = given.oauth ?? (await memoryOAuth(access));
  const traffic = new Traffic();
  const watch = processWatch();
  const base = 'http://turnout.test';
  const app: App = {
    engine: { status },
    gyms: { ...gyms, classesIn: async (view) => tableOf(view) },
    evidence,
    access,
    oauth,
    isIssuer: true,
    limits,
    freeLookups: () => 100,
    reader,
    painter,
    forms: formTokens(systemClock),
    clock: systemClock,
    log,
    version: '1.2.3',
    base: () => base,
    allowedHosts: [],
    openGym: () => null,
    isDemo: () => false,
  };
  const live = new Live({ ...app, clock: time, timers: time });
  const routes = createRoutes(app, {
    traffic,
    live,
    publicUrl: null,
    backing: () => 'test',
    process: () => watch.read(),
    logLinesDropped: () => 3,
  });
  traffic.list(routes);
  const guard = new RequestGuard({ access, oauth, gyms, clock: systemClock, limits, base });
  const router = createRouter(routes, { base, version: '1.2.3', guard });
  const told = { log, clock: systemClock, traffic };
  const { onRequest } = new Dispatcher({ router, guard, ...told });
  const backing = await listen({ host: '127.0.0.1', port: 0, onRequest });
  const url = `http://127.0.0.1:${backing.port}`;
  const get = async (target: string, init?: RequestInit) => {
    const answer = await fetch(`${url}${target}`, init);
    if (target.startsWith('/v1/live') && answer.status === 200 && init?.method !== 'HEAD') {
      return new Response(await firstEvent(answer), { headers: answer.headers });
    }
    const text = await answer.clone().text();
    const isJson = answer.headers.get('content-type') === 'application/json';
    if (answer.status === 200 && isJson && text !== '') {
      const [path = ''] = target.split('?');
      const template = router.find(path).path;
      const schema = routes.find((route) => route.path === template)?.response ?? DISCOVERY;
      expect([...Value.Errors(schema, JSON.parse(text))], target).toEqual([]);
    }
    return answer;
  };
  const close = () => {
    watch.close();
    live.close();
    return backing.close();
  };
  return {
    url,
    port: backing.port,
    routes,
    /** As `fetch`, but fails where a JSON body of status 200 is not what its route declares. */
    get,
    close,
  };
}

/** Of a stream that never ends by itself: it is left then. */
export async function firstEvent({ body }: Response): Promise<string> {
  let text = '';
  for await (const piece of body ?? []) {
    text += Buffer.from(piece).toString();
    if (text.includes('\n\n')) break;
  }
  return text;
}
