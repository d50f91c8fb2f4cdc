/** `/sign-out`: ends the sign-in of this browser, with its live streams. */

import { dropCookies, isFromOwnPage, shownCookie } from '../../../auth/browsers.ts';
import type { Answer, ApiRequest, Headers } from '../../../http/message.ts';
import { onTo } from '../page-answer.ts';
import { asked, type SignInWorld } from './world.ts';

/** What the browser keeps of our pages goes too: the next person at this computer goes back to none of them. */
const FORGET: Headers = [['Clear-Site-Data', '"cache"']];

export async function signOut(world: SignInWorld, request: ApiRequest): Promise<Answer> {
  // A link that signs out would be one that others can send.
  if (request.method === 'GET') return onTo('/sign-in');
  const { headers } = request;
  if (!isFromOwnPage(headers, world.names().base)) {
    return asked(world, request, { next: '/', fault: 'foreign', status: 403 });
  }
  const { signIns } = world.access;
  const cookie = shownCookie(headers);
  const known = cookie && signIns.find(cookie.secret, cookie.isPlain);
  // Ended from that moment on; where the disk fails, the person is told, and signs out once more.
  if (known !== null) await signIns.end(known.signIn.id, known.key.id);
  return onTo('/sign-in', [...dropCookies(), ...FORGET]);
}
