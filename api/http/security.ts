/** What browsers are told to be careful with: on every answer, errors too. */

import type { Headers } from '../routes/route.ts';

/** JSON and text load nothing and are framed by nobody. */
export const SECURITY_HEADERS: Headers = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
];

/** Those that the answer itself does not have among `own`: pages bring theirs. */
export function securityHeaders(own: Headers): Headers {
  return SECURITY_HEADERS.filter(([name]) => !own.some(([known]) => known === name));
}
