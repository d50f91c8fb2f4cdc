/** Names as people mean them, folded once. */

import { foldName } from '../sessions/fold-name.ts';

/** Folds names, remembering what it has folded: the same few names come thousands of times in a report. */
export function createFold(): (name: string) => string {
  const folded = new Map<string, string>();
  return (name) => {
    const known = folded.get(name);
    if (known !== undefined) return known;
    const value = foldName(name);
    folded.set(name, value);
    return value;
  };
}
