/** Whose camera it is, as far as it can be known: by what it calls itself, or by the path of its address. */

import type { Maker } from './maker.ts';
import { MAKERS } from './makers.ts';

/** The maker of a camera that calls itself so: a name, a realm, a server. Null where none is known. */
export function makerCalled(...texts: readonly (string | null | undefined)[]): Maker | null {
  const said = texts.filter((text): text is string => typeof text === 'string' && text !== '');
  // Amcrest sells cameras of Dahua: the more particular name counts.
  const found = MAKERS.filter(({ calledBy }) => said.some((text) => calledBy.test(text)));
  return found.at(-1) ?? null;
}

/** The maker whose cameras have such a path, from its first slash with its query; null where none or any could be meant. */
export function makerOfPath(path: string): Maker | null {
  return MAKERS.find((maker) => maker.path.test(path)) ?? null;
}

/** {@link makerOfPath} of an address; null for what is no address of a network. */
export function makerOfAddress(address: string): Maker | null {
  if (!/^(?:rtsps?|https?):/i.test(address) || !URL.canParse(address)) return null;
  const { pathname, search } = new URL(address);
  return makerOfPath(`${pathname}${search}`);
}
