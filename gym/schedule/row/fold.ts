/** Words of a schedule as people mean them: here not even punctuation tells two apart, as it does for names. */

import { foldName } from '../../sessions/fold-name.ts';

/** Letters and digits only, in lower case and without accents: `Has Substitute?` and `has_substitute` are the same. */
export function foldText(text: string): string {
  return foldName(text).replace(/[^\p{L}\p{N}]/gu, '');
}
