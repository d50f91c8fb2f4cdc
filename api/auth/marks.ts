/** What stands on every answer that the guard had to do with: who may keep it, and whether its data are samples. */

import type { Headers } from '../http/message.ts';

const VARY = ['Vary', 'Authorization, X-Api-Key, X-Sandbox, Cookie'] as const;
export const VARIES: Headers = [VARY];
/** A caller's figures are kept by nobody else, and asked for again each time. */
const PRIVATE: Headers = [VARY, ['Cache-Control', 'private, no-cache']];

/** Neither caches nor proxies on the way may hold any of it back. */
export const WATCHED: Headers = [
  VARY,
  ['Cache-Control', 'no-store, no-transform'],
  ['X-Accel-Buffering', 'no'],
];

/** What a browser gets by its cookie no page of another origin reads: without CORS, see `http/reply/head.ts`. */
export const OWN_ORIGIN: Headers[number] = ['Cross-Origin-Resource-Policy', 'same-origin'];

/** What an owner reads is kept by nobody, and no page of another origin reads it. */
export const OPERATED: Headers = [VARY, ['Cache-Control', 'no-store'], OWN_ORIGIN];

export const SANDBOX: Headers[number] = ['X-Sandbox', 'true'];

export function cachingOf(status: number): Headers {
  return status === 200 || status === 304 ? PRIVATE : VARIES;
}
