/** Filters of a query as tables of the codes that they let through. */

import { DIMENSIONS } from '../dimensions.ts';
import type { QueryFilter } from '../query.ts';
import type { Codes } from './code.ts';
import { codesOf } from './codes.ts';
import type { Sieve } from './scan.ts';
import type { Span } from './span.ts';

export function sievesOf(
  where: readonly QueryFilter[],
  span: Span,
  verdicts: Uint8Array,
): readonly Sieve[] {
  return where.map((filter) => {
    const codes = codesOf(filter[0], span, verdicts);
    return { codes, allowed: allowedBy(filter, codes) };
  });
}

function allowedBy([dimension, operator, values]: QueryFilter, codes: Codes): Uint8Array {
  if (operator === 'between') {
    const [from = 0, to = 0] = values.map((value) => codes.placesOf(value)[0] ?? 0);
    const goesRound = DIMENSIONS[dimension].order === 'cycle' && from > to;
    return Uint8Array.from({ length: codes.size }, (_, code) => {
      const isIn = goesRound ? code >= from || code <= to : code >= from && code <= to;
      return isIn ? 1 : 0;
    });
  }
  const isNamed = operator === 'is' ? 1 : 0;
  const allowed = new Uint8Array(codes.size).fill(1 - isNamed);
  for (const value of values) {
    for (const code of codes.placesOf(value)) {
      if (code >= 0 && code < codes.size) allowed[code] = isNamed;
    }
  }
  return allowed;
}
