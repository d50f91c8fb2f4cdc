/** What the pages about who gets in share: what they work with, how they ask for a key, and how they read a form. */

import type { KeyFacts } from '../../../../store/access/key.ts';
import { addressGroup } from '../../../../store/access/limits.ts';
import type { SignInWay } from '../../../../store/access/sign-ins.ts';
import type { HeldCode } from '../../../../store/access/waiting.ts';
import { gymAddress, LIST } from '../../../../web/addresses.ts';
import { firstKeyPage, openHttpPage, signInPage } from '../../../../web/pages/sign-in/sign-in.tsx';
import { FIRST_KEY, OPEN_HTTP, SIGN_IN, type SignInFault } from '../../../../web/words/sign-in.ts';
import {
  deviceOf,
  keepCookie,
  shownCookie,
  takesPlain,
  transportOf,
} from '../../../auth/browsers.ts';
import type { Answer, ApiRequest, Headers } from '../../../http/message.ts';
import { FORM_TYPE, mediaTypeOf, parseForm } from '../../../http/origin.ts';
import { decodePercent } from '../../../validation/parameters.ts';
import { findPage } from '../contents.ts';
import { plainPage } from '../page-answer.ts';
import type { World } from '../readers.ts';

interface Asking {
  readonly next?: string;
  readonly fault?: SignInFault;
  readonly status?: number;
  readonly isAgain?: boolean;
  readonly headers?: Headers;
}

/** Asks for a key, in place of any page: 401. Where the key could be read on the way it is not asked for. */
export function askForKey(world: World, request: ApiRequest, asking: Asking = {}): Answer {
  const transport = transportOf(request.headers, world);
  if (transport === 'open') {
    return plainPage({ status: 403, title: OPEN_HTTP, body: openHttpPage() });
  }
  const { path, rawQuery, method } = request;
  const { isAgain = false, headers = [] } = asking;
  const { fault = method === 'POST' && !isAgain ? 'unsaved' : null } = asking;
  const next = pathOf(asking.next ?? (rawQuery === null ? path : `${path}?${rawQuery}`));
  const body = signInPage({ next, fault, isPlain: transport === 'network', isAgain });
  const status = asking.status ?? 401;
  // RFC 9110 section 15.5.2 asks for a challenge with every 401.
  const challenge: Headers = status === 401 ? [['WWW-Authenticate', 'Form realm="turnout"']] : [];
  return plainPage({ status, title: SIGN_IN, body, headers: [...challenge, ...headers] });
}

/** Where a person goes on: a page of ours, or the first. */
export function pathOf(text: string | undefined): string {
  if (text === undefined || !URL.canParse(text, HERE)) return '/';
  const { origin, pathname, search } = new URL(text, HERE);
  const isPlace =
    findPage(pathname) !== null ||
    pathname === '/sign-ins' ||
    pathname === '/links' ||
    pathname === LIST ||
    gymAddress(decodePercent(pathname)) !== null ||
    /^\/(audit|calibrate|cameras|models|setup)(\/|$)/.test(pathname);
  const isOurs = origin === HERE && isPlace;
  return isOurs ? `${pathname}${search}` : '/';
}

/** Stands for our own address: only what comes behind it counts. */
const HERE = 'http://here';

/** The fields of a form; null where it is none. */
export function fieldsOf({ headers, body }: ApiRequest): ReadonlyMap<string, string> | null {
  return mediaTypeOf(headers) === FORM_TYPE ? parseForm(body) : null;
}

/** Counts a try of an address; false where it had enough of them. */
export function mayTry({ limits }: World, { ip }: ApiRequest): boolean {
  return limits.signIns.take(addressGroup(ip)).isAllowed;
}

/** Where others in the same network reach us, as this reader does. */
export function addressOf({ headers }: ApiRequest, base: string): string {
  const host = headers.get('host');
  const isKnown =
    base.startsWith('https:') || host === undefined || !/^[\w.:[\]-]{1,253}$/.test(host);
  return (isKnown ? base : `http://${host}`).replace(/^http:\/\//, '');
}

/** How a browser comes in: with a new secret each time, whatever it showed before. Begins a sign-in, and ends the one that the browser had. @returns its cookie; null where the key was revoked by now. */
export async function begun(world: World, { headers }: ApiRequest, key: KeyFacts, way: SignInWay) {
  const isPlain = takesPlain(headers, world);
  const before = shownCookie(headers);
  const known = before && world.access.signIns.find(before.secret, before.isPlain);
  const device = deviceOf(headers);
  const made = await world.access.signIns.begin({ keyId: key.id, way, device, isPlain });
  if (known !== null)
    await world.access.signIns.end(known.signIn.id, known.key.id).catch(() => undefined);
  return made === null ? null : keepCookie({ secret: made.secret, isPlain });
}

/** Makes the first owner of a gym, whose key is shown this once. It uses the code up; where it fails the code is good for the gym. */
export async function firstOwner(
  world: World,
  request: ApiRequest,
  { code, gymId, next }: { readonly code: HeldCode; readonly gymId: string; readonly next: string },
): Promise<Answer> {
  const wanted = { gymId, role: 'owner', label: 'First owner', by: 'set-up code' } as const;
  const { secret, key } = await world.access.createKey(wanted).catch((error: unknown) => {
    code.giveBack(gymId);
    throw error;
  });
  code.use();
  const cookie = await begun(world, request, key, 'code');
  const headers = cookie === null ? [] : [cookie];
  return plainPage({ status: 200, title: FIRST_KEY, body: firstKeyPage(secret, next), headers });
}
