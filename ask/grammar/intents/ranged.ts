/** What a builder is, and the one that most of them are: a report over a range of days with filters. */

import type { Query } from '../../query.ts';
import type { Days } from '../dates/span.ts';
import type { Request, Stop } from '../request.ts';
import { type Filters, filtersOf, several } from './filters.ts';
import { rangeOf } from './range.ts';

export interface Built {
  readonly query: Query;
  readonly notes: readonly string[];
}

export type Build = (request: Request) => Built | Stop;

/** A report over a range with filters. */
export function ranged(
  usual: number,
  make: (days: Days, filters: Filters, request: Request) => Query,
): Build {
  return (request) => {
    const stop = several(request);
    const range = stop ?? rangeOf(request, usual);
    if ('stop' in range) return range;
    return { query: make(range.days, filtersOf(request), request), notes: range.notes };
  };
}
