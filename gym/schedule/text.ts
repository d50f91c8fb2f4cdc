/** The bytes of an export as text. */

import type { FaultLog } from './faults.ts';

/** Letters that tell UTF-16 without a mark. Chosen here: calendars, headers and JSON begin in Latin letters. */
const LOOKED_AT = 4;

/**
 * UTF-8 and UTF-16 with or without a mark, and what is neither as windows-1252, which gives every byte a letter:
 * programs for Windows write it without saying so. That guess is told as a fault, since names may be wrong by it.
 */
export function decodeText(bytes: Uint8Array, faults: FaultLog): string {
  const wide = wideEncoding(bytes);
  if (wide !== null) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    faults.ignored({
      line: null,
      field: null,
      expected: 'text in UTF-8',
      got: 'other bytes, taken as windows-1252; check names with accents',
    });
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** UTF-16 by its mark, else by the half of a letter that is zero in each of the first. */
function wideEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const begin = bytes.subarray(0, 2 * LOOKED_AT);
  if (begin.length < 2 * LOOKED_AT) return null;
  const isZero = (half: 0 | 1) => begin.every((byte, at) => at % 2 !== half || byte === 0);
  if (isZero(0) !== isZero(1)) return isZero(1) ? 'utf-16le' : 'utf-16be';
  return null;
}
