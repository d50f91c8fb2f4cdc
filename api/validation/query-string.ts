/**
 * The query of a request as FastAPI reads it: `+` is a space, names are decoded and case-sensitive, `;` separates
 * nothing, `n` and `n=` are both the empty text. Measured on FastAPI 0.142: docs/method.md#validation.
 */

import { decodePercent } from './percent.ts';

const NONE: ReadonlyMap<string, string> = new Map();

/** The last value of every name: an earlier one is not even looked at. */
export function parseQuery(rawQuery: string | null): ReadonlyMap<string, string> {
  if (rawQuery === null || rawQuery === '') return NONE;
  const values = new Map<string, string>();
  for (const piece of rawQuery.split('&')) {
    if (piece === '') continue;
    const mark = piece.indexOf('=');
    const name = mark === -1 ? piece : piece.slice(0, mark);
    values.set(decode(name), mark === -1 ? '' : decode(piece.slice(mark + 1)));
  }
  return values;
}

function decode(text: string): string {
  return decodePercent(text.replaceAll('+', ' '));
}
