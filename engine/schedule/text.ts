/** The bytes of an export as text. */

import type { FaultLog } from './faults.ts';

/**
 * UTF-8 with or without a mark, UTF-16 with one, and what is neither as windows-1252, which gives every byte a letter:
 * programs for Windows write it without saying so. That guess is told as a fault, since names may be wrong by it.
 */
export function decodeText(bytes: Uint8Array, faults: FaultLog): string {
  const marked = markedEncoding(bytes);
  if (marked !== null) return new TextDecoder(marked).decode(bytes);
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

/** By the byte order mark. */
function markedEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}
