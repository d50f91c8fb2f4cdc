/** Reads what a program or a language model wrote as a query, out of any JSON: of figures, of the rooms now, or of the timetable. */

import { Type } from 'typebox';
import { Part, type QueryFault } from '../gym/figures/ask/faults.ts';
import { isObject, itemsOf, read, readQuery } from '../gym/figures/ask/read-query.ts';
import type { DimensionName } from '../gym/figures/dimensions.ts';
import { FILTER, QUERY, type QueryFilter, RANGE } from '../gym/figures/query.ts';
import type { AskQuery, TimetableQuery } from './query.ts';

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
  const items = itemsOf(QUERY.properties.where, part) ?? [];
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
