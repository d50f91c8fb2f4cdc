/** Where the figures of a query can be read again: the REST address that has the same ones, else the question itself. */

import type { Query } from '../query.ts';

/** Path and query below the public address. */
export function placeOf(query: Query, question: string): string {
  const isNow = 'report' in query && query.report === 'occupancy';
  return isNow ? '/v1/summary' : `/ask?query=${encodeURIComponent(question)}`;
}
