/**
 * What a question comes down to: a query of figures, as `POST /v1/query` takes it, or what no figure of classes answers: who
 * is in the rooms now, and the timetable. Every answer carries the query that was run.
 */

import { type Static, Type } from 'typebox';
import { Part, type QueryFault } from '../gym/figures/ask/faults.ts';
import { read, readObject, readQuery } from '../gym/figures/ask/read-query.ts';
import type { DimensionName } from '../gym/figures/dimensions.ts';
import {
  QUERY as FIGURES_QUERY,
  FILTER_VALUE,
  type FiguresQuery,
  NORMAL_QUERY,
  type NormalQuery,
  type QueryFilter,
} from '../gym/figures/query.ts';
import { closed, date } from '../gym/reports/field.ts';
import { isObject } from '../gym/schedule/values.ts';
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

/** Reads what a program or a language model wrote as a query, out of any JSON: of figures, of the rooms now, or of the timetable. */

export type AskQueryReading =
  | { readonly ok: true; readonly query: AskQuery }
  | { readonly ok: false; readonly faults: readonly QueryFault[] };

/** What each report is, what it must have, and what it can be filtered by. */
const REPORTS: Readonly<Record<'occupancy' | 'timetable', Report>> = {
  occupancy: { schema: OCCUPANCY, required: [], filtered: ['room'] },
  timetable: {
    schema: TIMETABLE,
    required: ['from', 'to'],
    filtered: [
      'trainer',
      'class',
      'room',
      'weekday',
      'start_time',
      'hour',
      'part_of_day',
      'status',
      'substitute',
    ],
  },
};
interface Report {
  readonly schema: typeof OCCUPANCY | typeof TIMETABLE;
  readonly required: readonly string[];
  readonly filtered: readonly DimensionName[];
}
const REPORT = Type.Enum(['occupancy', 'timetable']);

/** Whether something is meant as a query, right or wrong. */
export function isQueryLike(input: unknown): boolean {
  return isObject(input) && (Object.hasOwn(input, 'measures') || Object.hasOwn(input, 'report'));
}

/** Takes what `_meta.query` of an answer is, and whatever `POST /v1/query` takes. */
export function readAskQuery(input: unknown): AskQueryReading {
  if (!isObject(input) || !Object.hasOwn(input, 'report')) return readQuery(input);
  const body = new Part(input);
  const { faults } = body;
  const report = read(REPORT, body.at('report'));
  if (report === undefined) return { ok: false, faults };
  const { schema, required, filtered } = REPORTS[report];
  const properties = { ...schema.properties, where: FIGURES_QUERY.properties.where };
  const members = readObject(properties, body, required) as Partial<TimetableQuery>;
  const { where = [], next = false, from = '', to = '' } = members;
  for (const [at, [dimension]] of faults.length === 0 ? where.entries() : []) {
    body.at('where').at(at).at(0, dimension).among('Dimension', filtered);
  }
  if (from > to && to !== '') body.at('to').wrong('from must not be after to');
  const query = report === 'occupancy' ? { report, where } : { report, from, to, where, next };
  return faults.length === 0 ? { ok: true, query } : { ok: false, faults };
}
