/** Which text of the file a change was made for: short, and the same for the same bytes. */

import { createHash } from 'node:crypto';

/** 27 letters and signs that may stand in an entity tag. */
export function revisionOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64url').slice(0, 27);
}
