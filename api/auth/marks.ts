/** What stands on every answer that the guard had to do with: who may keep it, and whether its data are samples. */

import type { Headers } from '../routes/route.ts';

const VARY: Headers = [['Vary', 'Authorization, X-Api-Key, X-Sandbox']];
/** A caller's figures are kept by nobody else, and asked for again each time. */
const PRIVATE: Headers = [...VARY, ['Cache-Control', 'private, no-cache']];

export const SANDBOX: Headers = [['X-Sandbox', 'true']];

export function cachingOf(status: number): Headers {
  return status === 200 || status === 304 ? PRIVATE : VARY;
}
