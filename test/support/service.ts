/** The program's own server, for tests of what programs ask: its addresses, and bodies held to their schemas. */

import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { expect } from 'vitest';
import { publishedRoutes } from '../../api/published-document.ts';
import { DISCOVERY } from '../../api/schemas/service.ts';
import type { EngineStatus } from '../../service/status.ts';
import { engineStatus } from './engine-status.ts';
import { openServer } from './open-server.ts';

export type Service = Awaited<ReturnType<typeof startService>>;

const ROUTES = publishedRoutes().map(({ path, response }) => {
  return { path, response, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
});

type Given = Parameters<typeof openServer>[0] & { readonly status?: () => EngineStatus };

/** Over node:http where nothing else is said. Without `access` nobody has a key, and no limit is met. */
export async function startService({ status = engineStatus, ...given }: Given = {}) {
  const { url, close } = await openServer({ backing: 'node', engine: { status }, ...given });
  /** As `fetch`, but fails where a JSON body of status 200 is not what its route declares. */
  const get = async (target: string, init?: RequestInit) => {
    const answer = await fetch(`${url}${target}`, init);
    if (target.startsWith('/v1/live') && answer.status === 200 && init?.method !== 'HEAD') {
      return new Response(await firstEvent(answer), { headers: answer.headers });
    }
    const text = await answer.clone().text();
    const isJson = answer.headers.get('content-type') === 'application/json';
    if (answer.status === 200 && isJson && text !== '') {
      const [path = ''] = target.split('?');
      const route =
        ROUTES.find((one) => one.path === path) ?? ROUTES.find(({ pattern }) => pattern.test(path));
      expect([...Value.Errors(route?.response ?? DISCOVERY, JSON.parse(text))], target).toEqual([]);
    }
    return answer;
  };
  return { url, port: Number(new URL(url).port), get, close };
}

/** All that it serves. */
export async function routesOf({ get }: Pick<Service, 'get'>) {
  const { endpoints } = (await (await get('/nothing')).json()) as Static<typeof DISCOVERY>;
  return endpoints;
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
