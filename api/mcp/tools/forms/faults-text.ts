/** What is wrong with a query, in words that a model can act on. */

import type { QueryFault } from '../../../../gym/figures/ask/faults.ts';

/** Faults that are told at most: more than these help no one. */
const MAX_FAULTS = 8;

/** `where.0.2: Value should be a known one, such as monday.` */
export function faultsText(faults: readonly QueryFault[]): string {
  return faults
    .slice(0, MAX_FAULTS)
    .map(({ loc, msg }) => `${loc.slice(1).join('.') || 'arguments'}: ${msg}.`)
    .join(' ');
}
