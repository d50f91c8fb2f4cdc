/** What browsers are told to be careful with: on every answer, errors too. */

import type { Headers } from '../message.ts';
import { type HeaderBlock, isAmong } from './header-block.ts';

/** JSON and text load nothing and are framed by nobody. */
export const SECURITY_HEADERS: Headers = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
];

/** Of {@link SECURITY_HEADERS}. */
export const SECURITY_NAMES = SECURITY_HEADERS.map(([name]) => name);

/** Those that the answer itself does not have among `own`: pages bring theirs. {@link SECURITY_HEADERS} where it has none. */
export function securityHeaders(own: readonly HeaderBlock[]): Headers {
  for (const [name] of SECURITY_HEADERS) {
    if (isAmong(own, name)) return SECURITY_HEADERS.filter(([known]) => !isAmong(own, known));
  }
  return SECURITY_HEADERS;
}
