/**
 * Where gyms are not all in memory: what a request will ask for is loaded before anyone looks at the request. Nothing is
 * refused or charged here, and what is loaded for someone who may not see it is shown to no one.
 */

import type { GymSource } from '../service/gyms/gym-source.ts';
import type { Access } from '../store/access/access.ts';
import type { OAuth } from '../store/access/oauth/oauth.ts';
import type { Principal } from '../store/access/sign-ins.ts';
import { shownCookie } from './auth/browsers.ts';
import { isSandbox, shownBy } from './auth/guard.ts';
import { namedGym } from './auth/visitor.ts';
import type { Destination, Router } from './http/dispatch.ts';
import type { Answer, ApiRequest } from './http/message.ts';
import { parseQuery } from './validation/parameters.ts';

export interface PreparedParts {
  readonly gyms: GymSource;
  readonly access: Pick<Access, 'find' | 'signIns'>;
  readonly oauth: Pick<OAuth, 'findToken' | 'learn'>;
}

type Prepare = NonNullable<GymSource['prepare']>;

/** The same router where all gyms are in memory. */
export function preparedRouter(router: Router, parts: PreparedParts): Router {
  const { gyms } = parts;
  if (gyms.prepare === undefined) return router;
  const prepare: Prepare = (id) => gyms.prepare?.(id) ?? null;
  const known = new WeakMap<Destination, Destination>();
  return {
    find: (path) => {
      const destination = router.find(path);
      const found = known.get(destination) ?? prepared(destination, parts, prepare);
      known.set(destination, found);
      return found;
    },
  };
}

function prepared(destination: Destination, parts: PreparedParts, prepare: Prepare): Destination {
  const answer = (request: ApiRequest): Answer | Promise<Answer> => {
    const learning = isSandbox(request) ? null : learn(request, parts);
    return learning === null ? known(request) : learning.then(() => known(request));
  };
  const known = (request: ApiRequest): Answer | Promise<Answer> => {
    const waits = gymsOf(request, parts).flatMap((id) => prepare(id) ?? []);
    return waits.length === 0
      ? destination.answer(request)
      : Promise.all(waits).then(() => destination.answer(request));
  };
  return { ...destination, answer };
}

/** What another node has begun is asked of the database; null where all that is shown is known here, or can be no one's. */
function learn(request: ApiRequest, { access, oauth }: PreparedParts): Promise<void> | null {
  const shown = shownBy(request);
  if (shown.kind === 'secret') return isToken(shown.secret) ? oauth.learn(shown.secret) : null;
  const cookie = shown.kind === 'none' ? shownCookie(request.headers) : null;
  return cookie && access.signIns.learn(cookie.secret);
}

function isToken(secret: string): boolean {
  return secret.startsWith('ta_');
}

/** The gyms that a request may be answered from. */
function gymsOf(request: ApiRequest, parts: PreparedParts): readonly string[] {
  const { gyms } = parts;
  const key = isSandbox(request) ? undefined : principalOf(request, parts)?.key;
  if (key === undefined) return [];
  if (key.scope === undefined) return key.gymId === '' ? [] : [key.gymId];
  const { scope } = key;
  const named = [namedGym(key, request.rawQuery, gyms.scopes), inBody(request)];
  return named
    .filter((id) => id !== undefined)
    .filter((id) => gyms.scopes?.has(scope, id) === true);
}

function principalOf(request: ApiRequest, { access, oauth }: PreparedParts): Principal | null {
  const shown = shownBy(request);
  if (shown.kind === 'secret') {
    const { secret } = shown;
    return (
      access.find(secret) ?? oauth.findToken(secret, 'service') ?? oauth.findToken(secret, 'mcp')
    );
  }
  const cookie = shown.kind === 'none' ? shownCookie(request.headers) : null;
  return cookie && access.signIns.find(cookie.secret, cookie.isPlain);
}

/** The gym that a call of a tool names. */
function inBody({ method, path, body, rawQuery }: ApiRequest): string | undefined {
  if (method !== 'POST' || path !== '/mcp' || body.length === 0) return undefined;
  if (rawQuery !== null && parseQuery(rawQuery).has('gym_id')) return undefined;
  try {
    const said = JSON.parse(body.toString()) as { params?: { arguments?: { gym_id?: unknown } } };
    const id = said.params?.arguments?.gym_id;
    return typeof id === 'string' ? id : undefined;
  } catch {
    // What is no JSON is told by who reads it.
    return undefined;
  }
}
