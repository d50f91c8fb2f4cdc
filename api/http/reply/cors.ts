/**
 * Which browsers' pages may read the answers: all of them. Credentials are bearer keys, never cookies, so a foreign page
 * gains nothing that it does not bring itself.
 */

import type { Exchange } from '../exchange.ts';

/** On every answer, errors too. The names are those a page may read next to the few it always may. */
export const CORS_HEADERS: readonly (readonly [string, string])[] = [
  ['Access-Control-Allow-Origin', '*'],
  [
    'Access-Control-Expose-Headers',
    'ETag, Link, Location, Mcp-Protocol-Version, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id, X-Sandbox',
  ],
];

/** Whether this is a browser asking before the real request. */
export function isPreflight({ method, headers }: Exchange): boolean {
  return (
    method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method')
  );
}

/** Longest that a browser keeps the answer, s: what Chromium caps it at. */
const MAX_AGE_S = '7200';

/** Headers of the answer to a preflight for a path that knows `methods`. The wanted headers are allowed as asked. */
export function preflightHeaders(
  { headers }: Exchange,
  methods: readonly string[],
): readonly (readonly [string, string])[] {
  const wanted = headers.get('access-control-request-headers');
  const isList = wanted !== undefined && /^[\w!#$%&'*+.^`|~ ,-]{1,1024}$/.test(wanted);
  return [
    ['Access-Control-Allow-Origin', '*'],
    ['Access-Control-Allow-Methods', methods.join(', ')],
    ...(isList ? [['Access-Control-Allow-Headers', wanted] as const] : []),
    ['Access-Control-Max-Age', MAX_AGE_S],
    ['Vary', 'Access-Control-Request-Headers'],
  ];
}
