/** Reads what a program or a language model wrote as a query, out of any JSON: of figures, of the rooms now, or of the timetable. */

import { type QueryFault, QueryFaults } from '../gym/figures/ask/faults.ts';
import { readFilter, readQuery } from '../gym/figures/ask/read-query.ts';
import {
  checkMembers,
  isObject,
  listOf,
  own,
  readBoolean,
  readDate,
  wordOf,
} from '../gym/figures/ask/readers.ts';
import type { DimensionName } from '../gym/figures/dimensions.ts';
import { QUERY_LIMITS, type QueryFilter } from '../gym/figures/query.ts';
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
  const faults = new QueryFaults();
  const report = wordOf(REPORTS)(['report'], input['report'] ?? null, faults);
  if (report === undefined) return { ok: false, faults: faults.all };
  checkMembers([], input, MEMBERS[report], faults);
  const where = readWhere(input, report, faults);
  const query = report === 'occupancy' ? { report, where } : timetableIn(input, where, faults);
  return faults.all.length === 0 && query !== null
    ? { ok: true, query }
    : { ok: false, faults: faults.all };
}

type Members = Readonly<Record<string, unknown>>;

function readWhere(
  input: Members,
  report: (typeof REPORTS)[number],
  faults: QueryFaults,
): readonly QueryFilter[] {
  const readOne: typeof readFilter = (loc, value, those) => {
    const filter = readFilter(loc, value, those);
    if (filter !== undefined && !FILTERED[report].includes(filter[0])) {
      those.unknown([...loc, 0], 'Dimension', filter[0], FILTERED[report]);
    }
    return filter;
  };
  const given = own(input, 'where') ?? null;
  if (given === null) return [];
  return listOf(readOne, { most: QUERY_LIMITS.filters })(['where'], given, faults) ?? [];
}

function timetableIn(
  input: Members,
  where: TimetableQuery['where'],
  faults: QueryFaults,
): TimetableQuery | null {
  const [from, to] = (['from', 'to'] as const).map((name) => {
    const given = own(input, name) ?? null;
    if (given !== null) return readDate([name], given, faults);
    faults.add([name], 'missing', 'Field required', input);
    return undefined;
  });
  const next = readBoolean(['next'], own(input, 'next') ?? false, faults);
  if (from === undefined || to === undefined) return null;
  if (from > to) faults.value(['to'], 'from must not be after to', to);
  return { report: 'timetable', from, to, where, next: next === true };
}
