/** The answer to a query as it goes over the wire. */

import { formatInstant } from '../../calendar/zone.ts';
import type { FiguresAnswer, FiguresRow, RowFigures } from '../answer.ts';
import { isMeasure } from '../catalogue.ts';
import { DIMENSIONS } from '../dimensions.ts';
import type { NormalQuery } from '../query.ts';
import type { FiguresBody, FiguresRowBody } from './schema.ts';

interface Head {
  readonly gymId: string;
  readonly timezone: string;
  readonly currency: string | null;
  readonly nowUtcMs: number;
}

export function figuresBody(answer: FiguresAnswer, head: Head): FiguresBody {
  const { query } = answer;
  return {
    gym_id: head.gymId,
    timezone: head.timezone,
    currency: head.currency,
    generated_at: formatInstant(head.timezone, head.nowUtcMs),
    query: query as FiguresBody['query'],
    rows: answer.rows.map((row) => rowBody(row, query)),
    total: figures(answer.total, query),
    row_count: answer.rowCount,
    notes: [...answer.notes],
  };
}

function rowBody(row: FiguresRow, query: NormalQuery): FiguresRowBody {
  const keys: Record<string, unknown> = {};
  for (const name of query.by) {
    keys[name] = row.keys[name] ?? null;
    const { label } = DIMENSIONS[name];
    if (label !== null) keys[label] = row.labels[name] ?? null;
  }
  return { ...keys, ...figures(row, query) } as FiguresRowBody;
}

function figures(row: RowFigures, query: NormalQuery): FiguresRowBody {
  const basis = basisOf(row, query);
  return {
    ...row.values,
    n: row.n,
    of: row.of,
    ...(Object.keys(basis).length === 0 ? {} : { basis }),
    ...(Object.keys(row.reasons).length === 0 ? {} : { reasons: row.reasons }),
    ...(row.previous === null ? {} : { previous: row.previous, change: row.change ?? {} }),
  } as FiguresRowBody;
}

const NO_SHOWS = new Set<string>(['no_shows', 'no_show_rate']);
const COUNTS_NOBODY = new Set<string>([
  ...['sessions', 'held', 'cancelled', 'capacity', 'booked', 'late_cancels', 'waitlisted'],
  ...NO_SHOWS,
]);

/** Only where a measure of the query depends on it. */
function basisOf(row: RowFigures, { measures }: NormalQuery) {
  const isCounted = measures.some((name) => isMeasure(name) && !COUNTS_NOBODY.has(name));
  const isMissed = measures.some((name) => NO_SHOWS.has(name));
  return {
    ...(isCounted && row.attendanceBasis !== null ? { attendance: row.attendanceBasis } : {}),
    ...(isMissed && row.noShowsBasis !== null ? { no_shows: row.noShowsBasis } : {}),
  };
}
