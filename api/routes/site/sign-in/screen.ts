/** `/screen`: a screen for the wall shows a code until an owner has typed it somewhere else, and comes in then. */

import { plainDocument } from '../../../../web/document.tsx';
import { screenPage, screenTooFastPage } from '../../../../web/pages/sign-in/screen.tsx';
import { SCREEN } from '../../../../web/words/sign-in.ts';
import {
  dropCookies,
  keepCookie,
  keepsSecureHere,
  shownCookie,
  transportOf,
} from '../../../auth/browsers.ts';
import type { Answer, ApiRequest, Headers } from '../../../http/message.ts';
import { onTo, passingPage } from '../page-answer.ts';
import { begun } from './begin.ts';
import { addressOf, asked, mayTry, type SignInWorld } from './world.ts';

export async function screen(world: SignInWorld, request: ApiRequest): Promise<Answer> {
  const { pairings, signIns } = world.access;
  const { headers } = request;
  const waiting = shownCookie(headers, 'screen');
  const state = waiting === null ? null : pairings.look(waiting.secret);
  if (request.method === 'POST') {
    const told = state === null || state.kind === 'unknown' ? 'over' : state.kind;
    return { status: 200, value: { state: told }, headers: OWN };
  }
  const known = shownCookie(headers);
  const signedIn = known && signIns.find(known.secret, known.isPlain);
  if (signedIn?.key.role === 'screen') return onTo('/wall');
  if (waiting !== null && state?.kind === 'agreed') return comesIn(world, request, waiting.secret);
  if (state?.kind === 'waiting') return shows(world, request, state.code);
  const transport = transportOf(headers, world.names());
  if (transport === 'open') return asked(world, request);
  if (!mayTry(world, request)) {
    const text = plainDocument(SCREEN, screenTooFastPage(), world.assets.files);
    return passingPage(429, text, [['Retry-After', '60']]);
  }
  const { secret, code } = pairings.begin();
  const isPlain = transport === 'network' || (transport === 'local' && !keepsSecureHere(headers));
  return shows(world, request, code, [keepCookie({ secret, isPlain }, 'screen')]);
}

/** Read by the page itself, and by no other. */
const OWN: Headers = [
  ['Cache-Control', 'no-store'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];

function shows(
  { assets, names }: SignInWorld,
  request: ApiRequest,
  code: string,
  headers: Headers = [],
): Answer {
  const where = `${addressOf(request, names().base)}/sign-ins`;
  const text = plainDocument(SCREEN, screenPage(code, where), assets.files);
  return passingPage(200, text, headers);
}

/** Its key is made here: one that no one is told, and that ends with the sign-in. */
async function comesIn(world: SignInWorld, request: ApiRequest, secret: string): Promise<Answer> {
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
