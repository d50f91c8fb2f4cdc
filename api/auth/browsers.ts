/**
 * The cookie of a browser that signed in: 32 letters and digits that say nothing. Over https, and on this computer, its name
 * begins with `__Host-`: browsers take such a one from this very host over an encrypted connection alone. Over plain http
 * in a network they do not take it, so there it has another name and ends earlier.
 */

import { isCookieForm } from '../../store/access/sign-ins.ts';
import type { Headers } from '../http/message.ts';
import { isFromForeignPage, isLoopback, isPrivate } from '../http/origin.ts';

export interface ShownCookie {
  readonly secret: string;
  /** Whether it came under the name without the prefix. */
  readonly isPlain: boolean;
}

/** Of a browser that signed in, and of a screen that waits to be let in. */
const NAMES = { signIn: 'turnout', screen: 'turnout-screen' } as const;
type CookieName = keyof typeof NAMES;

const nameOf = (of: CookieName, isPlain: boolean) => `${isPlain ? '' : '__Host-'}${NAMES[of]}`;

/** For how long a browser keeps it, s: the server ends it earlier. 400 days are the most that browsers allow. */
const MAX_AGE_S: Readonly<Record<CookieName, number>> = { signIn: 400 * 86_400, screen: 1_800 };

/**
 * The cookie of a request; null for none. Of two of one name another page of the same host may have set one: which is ours
 * nobody can tell, so neither counts.
 */
export function shownCookie(headers: Shown, of: CookieName = 'signIn'): ShownCookie | null {
  const cookie = headers.get('cookie');
  if (cookie === undefined) return null;
  const pairs = cookie.split(/[;,]/).map((pair) => pair.trim());
  for (const isPlain of [false, true]) {
    const prefix = `${nameOf(of, isPlain)}=`;
    const [secret, second] = pairs
      .filter((pair) => pair.startsWith(prefix))
      .map((pair) => pair.slice(prefix.length))
      .filter(isCookieForm);
    if (second !== undefined) return null;
    if (secret !== undefined) return { secret, isPlain };
  }
  return null;
}

/** Has the browser keep a secret. */
export function keepCookie(
  { secret, isPlain }: ShownCookie,
  of: CookieName = 'signIn',
): Headers[number] {
  return ['Set-Cookie', written(of, secret, isPlain, MAX_AGE_S[of])];
}

/** Has the browser forget it, under both names. */
export function dropCookies(of: CookieName = 'signIn'): Headers {
  return [false, true].map((isPlain) => ['Set-Cookie', written(of, '', isPlain, 0)] as const);
}

/**
 * `Lax` and not `Strict`: a link in a mail would find the person signed out. It is enough, since everything that changes
 * something must come from a page of our own.
 */
function written(of: CookieName, value: string, isPlain: boolean, maxAgeS: number): string {
  const secure = isPlain ? '' : '; Secure';
  return `${nameOf(of, isPlain)}=${value}; Path=/; Max-Age=${maxAgeS}${secure}; HttpOnly; SameSite=Lax`;
}

const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWeb0S\b|\bwebOS\b/, 'LG TV'],
  [/\bTizen\b/, 'Samsung TV'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** `Firefox on Android`. */
export function deviceOf(headers: ReadonlyMap<string, string>): string {
  const agent = (headers.get('user-agent') ?? '').slice(0, 500);
  const known = (list: typeof BROWSERS) => list.find(([mark]) => mark.test(agent))?.[1];
  return `${known(BROWSERS) ?? 'A browser'} on ${known(SYSTEMS) ?? 'another system'}`;
}

/**
 * `encrypted`: https. `local`: this computer. `network`: plain http to a name or an address that is of a private network.
 * `open`: plain http over what may be the internet.
 */
export type Transport = 'encrypted' | 'local' | 'network' | 'open';

type Shown = ReadonlyMap<string, string>;

export interface OwnNames {
  /** How the service is known outside. */
  readonly base: () => string;
  /** Further names of the service, without a port, that the configuration has. */
  readonly allowedHosts: readonly string[];
}

/** Of a request: where it was sent from by a page, by what the browser says of that page. */
export function transportOf(headers: Shown, { base, allowedHosts }: OwnNames): Transport {
  const address = addressOf(headers, base());
  if (address === null) return 'open';
  if (address.protocol === 'https:') return 'encrypted';
  const { hostname } = address;
  if (isLoopback(hostname)) return 'local';
  return isPrivate(hostname) || allowedHosts.includes(hostname) ? 'network' : 'open';
}

/** Whether a page of ours sent it, shown by the browser: for whatever a cookie may change. */
export function isFromOwnPage(headers: Shown, base: string): boolean {
  if (isFromForeignPage(headers, base)) return false;
  const site = headers.get('sec-fetch-site');
  return site === undefined ? headers.has('origin') : site !== 'none';
}

/** Whether a browser that asks in this way takes no `Secure` cookie. */
export function takesPlain(headers: Shown, names: OwnNames): boolean {
  const transport = transportOf(headers, names);
  if (transport !== 'local') return transport !== 'encrypted';
  // Safari does not even on this computer; the others do (https://github.com/httpwg/http-extensions/issues/2605).
  const agent = headers.get('user-agent') ?? '';
  return agent.includes('Safari/') && !/Chrom(?:e|ium)\//.test(agent);
}

/**
 * How a browser reaches the service, as far as that can be known: whether others on the way can read along. No address is
 * trusted for being local, since behind a proxy every request is: what counts is the name that the browser itself asked for.
 */
function addressOf(headers: Shown, base: string): URL | null {
  const origin = headers.get('origin');
  if (origin !== undefined) return URL.canParse(origin) ? new URL(origin) : null;
  const host = headers.get('host');
  const own = URL.canParse(base) ? new URL(base) : null;
  if (host === undefined || host === own?.host) return own;
  // What a proxy says of itself: only what is shown depends on it, since a form has an origin.
  const protocol = headers.get('x-forwarded-proto') === 'https' ? 'https:' : 'http:';
  const address = `${protocol}//${host}`;
  return URL.canParse(address) ? new URL(address) : null;
}
