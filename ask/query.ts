/**
 * What a question comes down to: a query of figures, as `POST /v1/query` takes it, or what no figure of classes answers: who
 * is in the rooms now, and the timetable. Every answer carries the query that was run.
 */

import { type Static, Type } from 'typebox';
import {
  FILTER_VALUE,
  type FiguresQuery,
  NORMAL_QUERY,
  type NormalQuery,
  type QueryFilter,
} from '../gym/figures/query.ts';
import { closed, date } from '../gym/reports/field.ts';
import { NORMAL_CHAIN_QUERY, type NormalChainQuery } from '../service/figures/chain-figures.ts';

const WHERE = Type.Unsafe<readonly QueryFilter[]>(
  Type.Array(Type.Array(Type.Union([Type.String(), Type.Array(FILTER_VALUE)])), {
    maxItems: 20,
    description: 'Filters as in a query of figures: dimension, operator, values.',
  }),
);

/** Who is in the rooms now; of all rooms where none is named. */
export const OCCUPANCY = Type.Object({ report: Type.Literal('occupancy'), where: WHERE }, closed);
/** What is or was on: classes by start. `next` is the next one only. */
export const TIMETABLE = Type.Object(
  {
    report: Type.Literal('timetable'),
    from: date('First day.'),
    to: date('Last day, included.'),
    where: WHERE,
    next: Type.Boolean(),
  },
  closed,
);

export const QUERY = Type.Union([NORMAL_QUERY, OCCUPANCY, TIMETABLE, NORMAL_CHAIN_QUERY], {
  title: 'Query',
  description:
    'The query that answers the question: of figures, of the rooms now, of the timetable, or over several gyms.',
});

export type OccupancyQuery = Static<typeof OCCUPANCY>;
export type TimetableQuery = Static<typeof TIMETABLE>;
/** As a reader gives it: of figures, with defaults left out. */
export type AskQuery = FiguresQuery | OccupancyQuery | TimetableQuery;
/** As it was answered. */
export type Query = NormalQuery | OccupancyQuery | TimetableQuery | NormalChainQuery;

export function isFigures(query: AskQuery): query is FiguresQuery {
  return 'measures' in query;
}
