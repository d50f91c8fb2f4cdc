/** Reads what a program or a language model wrote as a query, out of any JSON: of figures, of the rooms now, or of the timetable. */

import { type QueryFault, QueryFaults } from '../gym/figures/ask/faults.ts';
import { readDate } from '../gym/figures/ask/read-dates.ts';
import { readFilter } from '../gym/figures/ask/read-filter.ts';
import { readQuery } from '../gym/figures/ask/read-query.ts';
import { isObject, itemsIn, wordIn } from '../gym/figures/ask/read-values.ts';
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
  const report = wordIn(['report'], input['report'] ?? null, REPORTS, faults);
  if (report === undefined) return { ok: false, faults: faults.all };
  for (const name of Object.keys(input)) {
    if (!MEMBERS[report].includes(name)) {
      faults.unknown([name.slice(0, 64)], 'Member', name, MEMBERS[report]);
    }
  }
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
  const items =
    itemsIn(['where'], own(input, 'where'), { most: QUERY_LIMITS.filters }, faults) ?? [];
  return items.flatMap((one, at) => {
    const read = readFilter(['where', at], one, faults);
    for (const [name] of read) {
      if (!FILTERED[report].includes(name)) {
        faults.unknown(['where', at, 0], 'Dimension', name, FILTERED[report]);
      }
    }
    return read;
  });
}

function timetableIn(
  input: Members,
  where: TimetableQuery['where'],
  faults: QueryFaults,
): TimetableQuery | null {
  const [from, to] = (['from', 'to'] as const).map((name) => {
    const given = own(input, name);
    if (given === undefined) faults.add([name], 'missing', 'Field required', input);
    return readDate([name], given, faults);
  });
  const next = own(input, 'next') ?? false;
  if (typeof next !== 'boolean') {
    faults.add(['next'], 'boolean_type', 'Input should be a valid boolean', next);
  }
  if (from === undefined || to === undefined) return null;
  if (from > to) faults.value(['to'], 'from must not be after to', to);
  return { report: 'timetable', from, to, where, next: next === true };
}

/** Members that are null are as left out. */
function own(input: Members, name: string): unknown {
  return Object.hasOwn(input, name) ? (input[name] ?? undefined) : undefined;
}
