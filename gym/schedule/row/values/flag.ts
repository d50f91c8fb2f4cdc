/** Yes, no and the state of a class. */

import { foldText } from '../fold.ts';

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'ja', 'si', 'oui', 'sim']);
const NO = new Set(['no', 'n', 'false', '0', 'nein', 'non', 'nao']);

/** Null for what is neither. */
export function readYes(text: string): boolean | null {
  const word = foldText(text);
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}

/**
 * Words for a class that does not take place, as their beginnings: English, schema.org's `EventCancelled`, German,
 * French, Spanish, Portuguese, Italian, Dutch. A postponed class does not take place when it says.
 */
const CANCELLED =
  /^(?:https?schemaorg)?(?:event|class|session)?(?:cancel|postponed|deleted|storniert|abgesagt|annul|geannuleerd|anulad|suspendid|suspendu)/;

/** Whether the state of a class, in words or as a flag of a column such as `IsCanceled`, is that it was cancelled. */
export function readCancelled(text: string): boolean {
  return readYes(text) ?? CANCELLED.test(foldText(text));
}
