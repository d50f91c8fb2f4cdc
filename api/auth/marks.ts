/** What stands on every answer that the guard had to do with: who may keep it, and whether its data are samples. */

import { FixedBlock, type HeaderBlock } from '../http/reply/header-block.ts';

const VARY = ['Vary', 'Authorization, X-Api-Key, X-Sandbox'] as const;
export const VARIES = FixedBlock.of([VARY]);
/** A caller's figures are kept by nobody else, and asked for again each time. */
const PRIVATE = FixedBlock.of([VARY, ['Cache-Control', 'private, no-cache']]);

export const SANDBOX = FixedBlock.of([['X-Sandbox', 'true']]);

export function cachingOf(status: number): HeaderBlock {
  return status === 200 || status === 304 ? PRIVATE : VARIES;
}
