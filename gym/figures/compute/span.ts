/** The part of a table that a range covers, and what a query knows while it walks over it. */

import { datesRange } from '../../calendar/zone.ts';
import type { QueryRange } from '../query.ts';
import type { SessionTable } from '../table/session-table.ts';
import { dayOf } from '../table/wall.ts';

export interface Span extends QueryRange {
  readonly table: SessionTable;
  /** Classes from `first` up to, but without, `end`. */
  readonly first: number;
  readonly end: number;
  /** Days since 1970, both included. */
  readonly fromDay: number;
  readonly toDay: number;
  readonly nowUtcMs: number;
}

export function spanOf(table: SessionTable, range: QueryRange, nowUtcMs: number): Span {
  const { fromUtcMs, toUtcMs } = datesRange(table.gym.timezone, range.from, range.to);
  return {
    from: range.from,
    to: range.to,
    table,
    first: table.firstFrom(fromUtcMs),
    end: table.firstFrom(toUtcMs),
    fromDay: dayOf(range.from),
    toDay: dayOf(range.to),
    nowUtcMs,
  };
}
