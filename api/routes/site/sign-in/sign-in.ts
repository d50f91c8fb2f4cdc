/**
 * `/sign-in`: a key, or the set-up code of the terminal, for a cookie. What the browser showed before is good for nothing
 * afterwards: nobody can plant a cookie that somebody else then signs in by.
 */

import type { GymSource } from '../../../../service/gyms/gym-source.ts';
import type { KeyFacts } from '../../../../store/access/key.ts';
import { addressGroup } from '../../../../store/access/limits.ts';
import { plainDocument } from '../../../../web/document.tsx';
import { firstKeyPage } from '../../../../web/pages/sign-in/sign-in.tsx';
import { FIRST_KEY } from '../../../../web/words/sign-in.ts';
import { isFromOwnPage, transportOf } from '../../../auth/browsers.ts';
import type { Answer, ApiRequest, Headers } from '../../../http/message.ts';
import { onTo, passingPage } from '../page-answer.ts';
import { begun, firstOwner } from './begin.ts';
import { asked, fieldsOf, mayTry, pathOf, queryOf, type SignInWorld } from './world.ts';

/** Seconds until an address that tried too often may try again, at most. */
const WAIT: Headers = [['Retry-After', '60']];

export function signIn(world: SignInWorld, request: ApiRequest): Answer | Promise<Answer> {
  if (request.method === 'GET') {
    const next = pathOf(queryOf(request).get('next'));
    return asked(world, request, { next, status: 200 });
  }
  const fields = fieldsOf(request);
  const next = pathOf(fields?.get('next'));
  const { headers } = request;
  if (!isFromOwnPage(headers, world.names().base)) {
    return asked(world, request, { next, fault: 'foreign', status: 403 });
  }
  if (transportOf(headers, world.names()) === 'open') return asked(world, request);
  if (fields === null) return asked(world, request, { next, fault: 'form', status: 400 });
  if (!mayTry(world, request)) {
    return asked(world, request, { next, fault: 'tooFast', status: 429, headers: WAIT });
  }
  return tried(world, request, { text: (fields.get('key') ?? '').trim(), next });
}

interface Tried {
  readonly text: string;
  readonly next: string;
}

async function tried(world: SignInWorld, request: ApiRequest, told: Tried): Promise<Answer> {
  const { access, gyms } = world;
  const { text, next } = told;
  const principal = access.find(text);
  if (principal === null) return byCode(world, request, told);
  const { key } = principal;
  if (key.role === 'free') return asked(world, request, { next, fault: 'free', status: 403 });
  if (!(await hasGym(gyms, key))) {
    return asked(world, request, { next, fault: 'gone', status: 403 });
  }
  const cookie = await begun(world, request, key, 'key');
  return cookie === null ? refused(world, request, next) : onTo(next, [cookie]);
}

/** Whether the gym of a key is there; one of several sees those that come later too. */
async function hasGym(gyms: GymSource, { gymId, scope }: KeyFacts): Promise<boolean> {
  if (scope !== undefined) return true;
  await gyms.prepare?.(gymId);
  return gyms.view(gymId) !== null;
}

/** The first owner of a gym: gets a key, which is shown this once. */
async function byCode(
  world: SignInWorld,
  request: ApiRequest,
  { text, next }: Tried,
): Promise<Answer> {
  const { access, assets } = world;
  const code = access.setUpCodes.hold(text, addressGroup(request.ip));
  if (code === null) return refused(world, request, next);
  const { secret, key } = await firstOwner(access, code, code.gymId);
  const cookie = await begun(world, request, key, 'code');
  if (cookie === null) return refused(world, request, next);
  const body = firstKeyPage(secret, next);
  return passingPage(200, plainDocument(FIRST_KEY, body, assets.files), [cookie]);
}

/** The same words for a key that is unknown and for one that was revoked. What was typed is nowhere. */
function refused(world: SignInWorld, request: ApiRequest, next: string): Answer {
  world.access.signIns.refuse();
  return asked(world, request, { next, fault: 'wrong' });
}
