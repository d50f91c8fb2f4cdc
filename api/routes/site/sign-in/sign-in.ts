/**
 * `/sign-in`: a key, or the set-up code of the terminal, for a cookie. What the browser showed before is good for nothing
 * afterwards: nobody can plant a cookie that somebody else then signs in by.
 */

import { addressGroup } from '../../../../store/access/limits.ts';
import { screenPage, screenTooFastPage } from '../../../../web/pages/sign-in/sign-in.tsx';
import { SCREEN } from '../../../../web/words/sign-in.ts';
import {
  dropCookies,
  isFromOwnPage,
  keepCookie,
  shownCookie,
  takesPlain,
  transportOf,
} from '../../../auth/browsers.ts';
import { type Answer, type ApiRequest, type Headers, retryAfter } from '../../../http/message.ts';
import { parseQuery } from '../../../validation/parameters.ts';
import { onTo, plainPage } from '../page-answer.ts';
import type { World } from '../readers.ts';
import { addressOf, askForKey, begun, fieldsOf, firstOwner, mayTry, pathOf } from './world.ts';

/** Seconds until an address that tried too often may try again, at most. */
const WAIT = retryAfter(60);

export function signIn(world: World, request: ApiRequest): Answer | Promise<Answer> {
  if (request.method === 'GET') {
    const next = pathOf(parseQuery(request.rawQuery).get('next'));
    return askForKey(world, request, { next, status: 200 });
  }
  const fields = fieldsOf(request);
  const next = pathOf(fields?.get('next'));
  const { headers } = request;
  if (!isFromOwnPage(headers, world.base())) {
    return askForKey(world, request, { next, fault: 'foreign', status: 403 });
  }
  if (transportOf(headers, world) === 'open') return askForKey(world, request);
  if (fields === null) return askForKey(world, request, { next, fault: 'form', status: 400 });
  if (!mayTry(world, request)) {
    return askForKey(world, request, { next, fault: 'tooFast', status: 429, headers: WAIT });
  }
  return tried(world, request, (fields.get('key') ?? '').trim(), next);
}

async function tried(world: World, request: ApiRequest, text: string, next: string) {
  const { access, gyms } = world;
  const principal = access.find(text);
  if (principal === null) {
    const code = access.setUpCodes.hold(text, addressGroup(request.ip));
    if (code === null) return refused(world, request, next);
    return firstOwner(world, request, { code, gymId: code.gymId, next });
  }
  const { key } = principal;
  if (key.role === 'free') return askForKey(world, request, { next, fault: 'free', status: 403 });
  // A key of several gyms sees those that come later too.
  if (key.scope === undefined) {
    await gyms.prepare?.(key.gymId);
    const isThere = gyms.view(key.gymId) !== null;
    if (!isThere) return askForKey(world, request, { next, fault: 'gone', status: 403 });
  }
  const cookie = await begun(world, request, key, 'key');
  return cookie === null ? refused(world, request, next) : onTo(next, [cookie]);
}

/** The same words for a key that is unknown and for one that was revoked. What was typed is nowhere. */
function refused(world: World, request: ApiRequest, next: string): Answer {
  world.access.signIns.refuse();
  return askForKey(world, request, { next, fault: 'wrong' });
}

/** `/sign-out`: ends the sign-in of this browser, with its live streams. */

/** What the browser keeps of our pages goes too: the next person at this computer goes back to none of them. */
const FORGET: Headers = [['Clear-Site-Data', '"cache"']];

export async function signOut(world: World, request: ApiRequest): Promise<Answer> {
  // A link that signs out would be one that others can send.
  if (request.method === 'GET') return onTo('/sign-in');
  const { headers } = request;
  if (!isFromOwnPage(headers, world.base())) {
    return askForKey(world, request, { next: '/', fault: 'foreign', status: 403 });
  }
  const { signIns } = world.access;
  const cookie = shownCookie(headers);
  const known = cookie && signIns.find(cookie.secret, cookie.isPlain);
  // Ended from that moment on; where the disk fails, the person is told, and signs out once more.
  if (known !== null) await signIns.end(known.signIn.id, known.key.id);
  return onTo('/sign-in', [...dropCookies(), ...FORGET]);
}

/** `/screen`: a screen for the wall shows a code until an owner has typed it somewhere else, and comes in then. */
export async function screen(world: World, request: ApiRequest): Promise<Answer> {
  const { pairings, signIns } = world.access;
  const { headers } = request;
  const waiting = shownCookie(headers, 'screen');
  const state = waiting === null ? null : pairings.look(waiting.secret);
  if (request.method === 'POST') {
    const shownState = state === null || state.kind === 'unknown' ? 'over' : state.kind;
    return { status: 200, value: { state: shownState }, headers: OWN };
  }
  const known = shownCookie(headers);
  const signedIn = known && signIns.find(known.secret, known.isPlain);
  if (signedIn?.key.role === 'screen') return onTo('/wall');
  if (waiting !== null && state?.kind === 'agreed') return comesIn(world, request, waiting.secret);
  if (state?.kind === 'waiting') return shows(world, request, state.code);
  if (transportOf(headers, world) === 'open') return askForKey(world, request);
  if (!mayTry(world, request)) {
    return plainPage({ status: 429, title: SCREEN, body: screenTooFastPage(), headers: WAIT });
  }
  const { secret, code } = pairings.begin();
  const isPlain = takesPlain(headers, world);
  return shows(world, request, code, [keepCookie({ secret, isPlain }, 'screen')]);
}

/** Read by the page itself, and by no other. */
const OWN: Headers = [
  ['Cache-Control', 'no-store'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];

function shows({ base }: World, request: ApiRequest, code: string, headers: Headers = []) {
  const body = screenPage(code, `${addressOf(request, base())}/sign-ins`);
  return plainPage({ status: 200, title: SCREEN, body, headers });
}

/** Its key is made here: one that no one is told, and that ends with the sign-in. */
async function comesIn(world: World, request: ApiRequest, secret: string): Promise<Answer> {
  const { access } = world;
  const agreed = access.pairings.claim(secret);
  if (agreed === null) return onTo('/screen', dropCookies('screen'));
  const { gymId, label, by } = agreed;
  const { key } = await access.createKey({ gymId, role: 'screen', label, by });
  const cookie = await begun(world, request, key, 'screen');
  return onTo(
    '/wall',
    cookie === null ? dropCookies('screen') : [cookie, ...dropCookies('screen')],
  );
}
