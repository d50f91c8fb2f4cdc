/** Reads a query out of any JSON: what it says in the types of a query, or everything that is wrong with it. */

import { isMeasure, MEASURE_NAMES, type MeasureName } from '../catalogue.ts';
import { DIMENSION_NAMES, type DimensionName, isDimension } from '../dimensions.ts';
import {
  DIRECTIONS,
  FILLS,
  type FiguresQuery,
  HAVING_OPERATORS,
  QUERY_LIMITS,
  type QueryHaving,
  type QueryOrder,
} from '../query.ts';
import { type QueryFault, QueryFaults } from './faults.ts';
import { readDate, readRange } from './read-dates.ts';
import { readFilter } from './read-filter.ts';
import { isObject, itemsIn, wholeIn, wordIn } from './read-values.ts';

export type QueryReading =
  | { readonly ok: true; readonly query: FiguresQuery }
  | { readonly ok: false; readonly faults: readonly QueryFault[] };

const L = QUERY_LIMITS;
const MEMBERS = [
  'measures',
  'by',
  'from',
  'to',
  'where',
  'having',
  'order',
  'limit',
  'offset',
  'fill',
  'compare',
] as const;

/** @param input What `JSON.parse` gave. Members that are null are as left out. */
export function readQuery(input: unknown): QueryReading {
  const faults = new QueryFaults();
  if (!isObject(input)) {
    faults.add([], 'model_attributes_type', 'Input should be a valid dictionary', input);
    return { ok: false, faults: faults.all };
  }
  for (const name of Object.keys(input)) {
    if (!(MEMBERS as readonly string[]).includes(name)) {
      faults.unknown([name.slice(0, 64)], 'Member', name, MEMBERS);
    }
  }
  const given = (name: (typeof MEMBERS)[number]): unknown =>
    Object.hasOwn(input, name) ? (input[name] ?? undefined) : undefined;
  const query = {
    ...member('measures', readMeasures(given('measures'), input, faults)),
    ...member('by', readDimensions(given('by'), faults)),
    ...member('from', readDate(['from'], given('from'), faults)),
    ...member('to', readDate(['to'], given('to'), faults)),
    ...member(
      'where',
      itemsIn(['where'], given('where'), { most: L.filters }, faults)?.flatMap((one, at) =>
        readFilter(['where', at], one, faults),
      ),
    ),
    ...member('having', readHaving(given('having'), faults)),
    ...member('order', readOrder(given('order'), faults)),
    ...member('limit', wholeIn(['limit'], given('limit'), [1, L.rows], faults)),
    ...member('offset', wholeIn(['offset'], given('offset'), [0, L.offset], faults)),
    ...member('fill', wordIn(['fill'], given('fill'), FILLS, faults)),
    ...member('compare', readRange(given('compare'), faults)),
  } as unknown as FiguresQuery;
  checkTogether(query, faults);
  return faults.all.length === 0 ? { ok: true, query } : { ok: false, faults: faults.all };
}

function member(name: keyof FiguresQuery, value: unknown) {
  return value === undefined ? {} : { [name]: value };
}

function readMeasures(value: unknown, input: unknown, faults: QueryFaults): readonly MeasureName[] {
  if (value === undefined) {
    faults.add(['measures'], 'missing', 'Field required', input);
    return [];
  }
  const items = itemsIn(['measures'], value, { least: 1, most: L.measures }, faults) ?? [];
  return distinct(
    items.flatMap((one, at) => {
      if (typeof one === 'string' && isMeasure(one)) return [one];
      faults.unknown(['measures', at], 'Measure', one, MEASURE_NAMES);
      return [];
    }),
  );
}

function readDimensions(value: unknown, faults: QueryFaults): readonly DimensionName[] | undefined {
  const items = itemsIn(['by'], value, { most: L.dimensions }, faults)?.flatMap((one, at) => {
    if (typeof one === 'string' && isDimension(one)) return [one];
    faults.unknown(['by', at], 'Dimension', one, DIMENSION_NAMES);
    return [];
  });
  return items === undefined ? undefined : distinct(items);
}

function readHaving(value: unknown, faults: QueryFaults): readonly QueryHaving[] | undefined {
  return itemsIn(['having'], value, { most: L.filters }, faults)?.flatMap((one, at) => {
    const loc = ['having', at];
    const [measure, operator, bound] = itemsIn(loc, one, { least: 3, most: 3 }, faults) ?? [];
    if (measure === undefined) return [];
    if (typeof measure !== 'string' || !isMeasure(measure)) {
      faults.unknown([...loc, 0], 'Measure', measure, MEASURE_NAMES);
      return [];
    }
    const word = wordIn([...loc, 1], operator ?? null, HAVING_OPERATORS, faults);
    if (typeof bound !== 'number' || !Number.isFinite(bound)) {
      faults.add([...loc, 2], 'finite_number', 'Input should be a finite number', bound);
      return [];
    }
    return word === undefined ? [] : [[measure, word, bound] as const];
  });
}

function readOrder(value: unknown, faults: QueryFaults): readonly QueryOrder[] | undefined {
  const most = L.measures + L.dimensions;
  return itemsIn(['order'], value, { most }, faults)?.flatMap((one, at) => {
    const loc = ['order', at];
    const [name, direction] = itemsIn(loc, one, { least: 2, most: 2 }, faults) ?? [];
    if (name === undefined) return [];
    if (typeof name !== 'string' || !(isMeasure(name) || isDimension(name))) {
      faults.unknown([...loc, 0], 'Name', name, [...MEASURE_NAMES, ...DIMENSION_NAMES]);
      return [];
    }
    const word = wordIn([...loc, 1], direction ?? null, DIRECTIONS, faults);
    return word === undefined ? [] : [[name, word] as const];
  });
}

/** What one member says that does not go with another. */
function checkTogether(
  { by = [], where = [], having = [], ...query }: FiguresQuery,
  faults: QueryFaults,
) {
  if (where.length + having.length > L.filters) {
    faults.value(['having'], `where and having have at most ${L.filters} filters together`, having);
  }
  for (const [at, [name]] of (query.order ?? []).entries()) {
    if (isDimension(name) && !by.includes(name)) {
      faults.value(['order', at, 0], 'a dimension in order must be in by too', name);
    }
  }
  if (query.fill === 'gaps' && !by.some((name) => ['day', 'week', 'month'].includes(name))) {
    faults.value(['fill'], 'gaps needs day, week or month in by', query.fill);
  }
  if (query.compare !== undefined && by.includes('session')) {
    faults.value(['compare'], 'a session is on one date only: it does not compare', query.compare);
  }
}

function distinct<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)];
}
