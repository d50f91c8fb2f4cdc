/** What stands on every answer that the guard had to do with: who may keep it, and whether its data are samples. */

import { HeaderBlock } from '../http/header-block.ts';

const VARY = ['Vary', 'Authorization, X-Api-Key, X-Sandbox'] as const;
const VARIES = HeaderBlock.fixed([VARY]);
/** A caller's figures are kept by nobody else, and asked for again each time. */
const PRIVATE = HeaderBlock.fixed([VARY, ['Cache-Control', 'private, no-cache']]);

export const SANDBOX = HeaderBlock.fixed([['X-Sandbox', 'true']]);

export function cachingOf(status: number): HeaderBlock {
  return status === 200 || status === 304 ? PRIVATE : VARIES;
}
