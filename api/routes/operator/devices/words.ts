/** A fault in one sentence for an owner. */

import type { TurnoutError } from '../../../../errors.ts';
import { redactText } from '../../../../runtime/log/redaction.ts';

/** Without its place, which the caller knows, and without addresses of cameras. */
export function wordsOf({ parts: { expected, got, hint } }: TurnoutError): string {
  const help = hint === undefined ? '' : `; ${hint}`;
  return redactText(`Expected ${expected}, got ${got}${help}.`);
}
