/**
 * How a browser reaches the service, as far as that can be known: whether others on the way can read along. No address is
 * trusted for being local, since behind a proxy every request is: what counts is the name that the browser itself asked for.
 */

import { isFromForeignPage, isLoopback, isPrivate } from '../../http/origin.ts';

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
