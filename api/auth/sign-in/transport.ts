/**
 * How a browser reaches the service, as far as that can be known: whether others on the way can read along. No address is
 * trusted for being local, since behind a proxy every request is: what counts is the name that the browser itself asked for.
 */

import { isIP } from 'node:net';
import { isFromForeignPage } from '../../http/request/foreign-page.ts';

/**
 * `encrypted`: https. `local`: this computer. `network`: plain http to a name or an address that is of a private network.
 * `open`: plain http over what may be the internet.
 */
export type Transport = 'encrypted' | 'local' | 'network' | 'open';

type Shown = ReadonlyMap<string, string>;

export interface OwnNames {
  /** How the service is known outside. */
  readonly base: string;
  /** Further names of the service, without a port, that the configuration has. */
  readonly allowedHosts: readonly string[];
}

/** Of a request: where it was sent from by a page, by what the browser says of that page. */
export function transportOf(headers: Shown, { base, allowedHosts }: OwnNames): Transport {
  const address = addressOf(headers, base);
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

/**
 * Safari keeps no `Secure` cookie on plain http, not even on this computer; the others do
 * (https://github.com/httpwg/http-extensions/issues/2605).
 */
export function keepsSecureHere(headers: Shown): boolean {
  const agent = headers.get('user-agent') ?? '';
  return !agent.includes('Safari/') || /Chrom(?:e|ium)\//.test(agent);
}

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

function isLoopback(hostname: string): boolean {
  const isName = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isName || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
}

/** Names that no one outside can give out: RFC 6762, RFC 8375, the `internal` of ICANN, and what routers use. */
const PRIVATE_NAME = /(?:^[^.]+|\.(?:local|lan|home|internal|localdomain|home\.arpa))$/;
/** RFC 1918 and RFC 3927; RFC 4193 and RFC 4291 section 2.5.6. */
const PRIVATE_IPV4 = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)/;
const PRIVATE_IPV6 = /^\[f(?:[cd]|e[89ab])/;

function isPrivate(hostname: string): boolean {
  if (isIP(hostname) === 4) return PRIVATE_IPV4.test(hostname);
  if (hostname.startsWith('[')) return PRIVATE_IPV6.test(hostname);
  return PRIVATE_NAME.test(hostname);
}
