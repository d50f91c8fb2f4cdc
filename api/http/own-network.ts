/** Which names and addresses are of this computer, and which of a private network. */

import { isIP } from 'node:net';

/** Names and addresses that browsers take for this computer itself. As a URL has them: lower case, IPv6 in brackets. */
export function isLoopback(hostname: string): boolean {
  const isName = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isName || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
}

/** Names that no one outside can give out: RFC 6762, RFC 8375, the `internal` of ICANN, and what routers use. */
const PRIVATE_NAME = /(?:^[^.]+|\.(?:local|lan|home|internal|localdomain|home\.arpa))$/;
/** RFC 1918 and RFC 3927; RFC 4193 and RFC 4291 section 2.5.6. */
const PRIVATE_IPV4 = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)/;
const PRIVATE_IPV6 = /^\[f(?:[cd]|e[89ab])/;

/** Whether only a private network can have this name or address. */
export function isPrivate(hostname: string): boolean {
  if (isIP(hostname) === 4) return PRIVATE_IPV4.test(hostname);
  if (hostname.startsWith('[')) return PRIVATE_IPV6.test(hostname);
  return PRIVATE_NAME.test(hostname);
}
