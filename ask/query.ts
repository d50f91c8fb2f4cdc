/**
 * What a question comes down to: a query of figures, as `POST /v1/query` takes it, or what no figure of classes answers: who
 * is in the rooms now, and the timetable. Every answer carries the query that was run.
 */

import { type Static, Type } from 'typebox';
import { Part, type QueryFault } from '../gym/figures/ask/faults.ts';
import { itemsOf, read, readQuery } from '../gym/figures/ask/read-query.ts';
import type { DimensionName } from '../gym/figures/dimensions.ts';
import {
  QUERY as FIGURES_QUERY,
  FILTER,
  FILTER_VALUE,
  type FiguresQuery,
  NORMAL_QUERY,
  type NormalQuery,
  type QueryFilter,
  RANGE,
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

const REPORTS = ['occupancy', 'timetable'] as const;
/** What each report can be filtered by. */
const FILTERED: Readonly<Record<(typeof REPORTS)[number], readonly DimensionName[]>> = {
  occupancy: ['room'],
  timetable: [
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
};
const MEMBERS = {
  occupancy: ['report', 'where'],
  timetable: ['report', 'from', 'to', 'where', 'next'],
};

/** Whether something is meant as a query, right or wrong. */
export function isQueryLike(input: unknown): boolean {
  return isObject(input) && (Object.hasOwn(input, 'measures') || Object.hasOwn(input, 'report'));
}

/** Takes what `_meta.query` of an answer is, and whatever `POST /v1/query` takes. */
export function readAskQuery(input: unknown): AskQueryReading {
  if (!isObject(input) || !Object.hasOwn(input, 'report')) return readQuery(input);
  const body = new Part(input);
  const report = read(Type.Enum(REPORTS), body.at('report'));
  const { faults } = body;
  if (report === undefined) return { ok: false, faults };
  body.checkMembers(MEMBERS[report]);
  const where = readWhere(body.at('where'), report);
  const query = report === 'occupancy' ? { report, where } : timetableIn(body, where);
  return faults.length === 0 && query !== null ? { ok: true, query } : { ok: false, faults };
}

function readWhere(part: Part, report: (typeof REPORTS)[number]): readonly QueryFilter[] {
  if (part.value === null) return [];
  const items = itemsOf(FIGURES_QUERY.properties.where, part) ?? [];
  return items.flatMap((item) => {
    const filter = read(FILTER, item);
    if (filter === undefined) return [];
    item.at(0, filter[0]).among('Dimension', FILTERED[report]);
    return [filter];
  });
}

function timetableIn(body: Part, where: TimetableQuery['where']): TimetableQuery | null {
  const [from, to] = (['from', 'to'] as const).map((name) => {
    const part = body.at(name);
    return part.value === null ? body.lacks(name) : read(RANGE.properties[name], part);
  });
  const given = body.at('next');
  const next = given.value === null ? false : read(Type.Boolean(), given);
  if (from === undefined || to === undefined) return null;
  if (from > to) body.at('to').wrong('from must not be after to');
  return { report: 'timetable', from, to, where, next: next === true };
}
