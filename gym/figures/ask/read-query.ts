/** Reads a query out of any JSON: what it says in the types of a query, or everything that is wrong with it. */

import { addsUp, MEASURE_NAMES } from '../catalogue.ts';
import { DIMENSION_NAMES, DIMENSIONS, type Dimension, isDimension } from '../dimensions.ts';
import {
  COMPARED,
  DIRECTIONS,
  FILLS,
  FILTER_OPERATORS,
  type FiguresQuery,
  type FilterValue,
  HAVING_OPERATORS,
  QUERY_LIMITS,
  type QueryFilter,
  type QueryHaving,
  type QueryOrder,
} from '../query.ts';
import { type QueryFault, QueryFaults } from './faults.ts';
import {
  checkMembers,
  isDate,
  isObject,
  knownName,
  listOf,
  own,
  type Reader,
  readBoolean,
  readDate,
  setOf,
  tupleOf,
  wholeNumber,
  wordOf,
} from './readers.ts';

export type QueryReading =
  | { readonly ok: true; readonly query: FiguresQuery }
  | { readonly ok: false; readonly faults: readonly QueryFault[] };

const L = QUERY_LIMITS;

const readMeasure = knownName('Measure', MEASURE_NAMES);
const readDimension = knownName('Dimension', DIMENSION_NAMES);
const readName = knownName('Name', [...MEASURE_NAMES, ...DIMENSION_NAMES]);

/** One filter of `where`. */
export const readFilter: Reader<QueryFilter> = (loc, value, faults) => {
  const [name, operator, given] = tupleOf(3)(loc, value, faults) ?? [];
  if (name === undefined) return undefined;
  const known = readDimension([...loc, 0], name, faults);
  if (known === undefined) return undefined;
  const dimension: Dimension = DIMENSIONS[known];
  const word = wordOf(FILTER_OPERATORS)([...loc, 1], operator, faults);
  const isBetween = word === 'between';
  const isUnordered = isBetween && dimension.order === 'none';
  const readValue = word === undefined || isUnordered ? anything : readerOf(dimension, isBetween);
  // One value need not stand in a list.
  const listed = Array.isArray(given) || isBetween ? given : [given];
  const bounds = isBetween ? { least: 2, most: 2 } : { least: 1, most: L.values };
  const values = listOf(readValue, bounds)([...loc, 2], listed, faults);
  if (word === undefined || values === undefined) return undefined;
  if (isUnordered) {
    faults.value([...loc, 1], `${known} has no order: use is or is_not`, operator);
    return undefined;
  }
  if (values.length < (listed as readonly unknown[]).length) return undefined;
  const [from, to] = values;
  if (isBetween && dimension.order === 'line' && String(from) > String(to)) {
    faults.value([...loc, 2], 'the first value must not be after the second', listed);
    return undefined;
  }
  return [known, word, values];
};

const anything: Reader<null> = () => null;

const TEXT = `1 to ${L.text} characters`;
const KINDS: Readonly<
  Record<
    Exclude<Dimension['values'], 'word'>,
    [expected: string, fits: (value: unknown) => boolean]
  >
> = {
  date: ['a valid date such as 2026-10-12', isDate],
  month: [
    'a month such as 2026-10',
    (value) => isLike(/^(?:19|20|21)\d{2}-(?:0[1-9]|1[0-2])$/, value),
  ],
  time: ['a time such as 18:30', (value) => isLike(/^(?:[01]\d|2[0-3]):[0-5]\d$/, value)],
  hour: [
    'an hour, 0 to 23',
    (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 23,
  ],
  boolean: ['a valid boolean', (value) => typeof value === 'boolean'],
  name: [`a name or an id, ${TEXT}`, isText],
  id: [`an id, ${TEXT}`, isText],
};

function isLike(pattern: RegExp, value: unknown): boolean {
  return typeof value === 'string' && pattern.test(value);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= L.text;
}

function readerOf(dimension: Dimension, isBetween: boolean): Reader<FilterValue> {
  const { words, values, isNullable } = dimension;
  const readKnown = values === 'word' ? readWord(words ?? []) : readKind(values);
  return (loc, value, faults) => {
    if (value !== null) return readKnown(loc, value, faults);
    if (isNullable && !isBetween) return null;
    faults.add(loc, 'none_not_allowed', 'Input should not be null', value);
    return undefined;
  };
}

/** Whatever its case. */
function readWord(words: readonly string[]): Reader<string> {
  return (loc, value, faults) => {
    const text = typeof value === 'string' ? value.toLowerCase() : value;
    const known = words.find((word) => word.toLowerCase() === text);
    if (known === undefined) faults.unknown(loc, 'Value', value, words);
    return known;
  };
}

function readKind(kind: keyof typeof KINDS): Reader<FilterValue> {
  const [expected, fits] = KINDS[kind];
  return (loc, value, faults) => {
    if (fits(value)) return value as FilterValue;
    faults.add(loc, `${kind}_type`, `Input should be ${expected}`, value);
    return undefined;
  };
}

const readHaving: Reader<QueryHaving> = (loc, value, faults) => {
  const [name, operator, bound] = tupleOf(3)(loc, value, faults) ?? [];
  if (name === undefined) return undefined;
  const measure = readMeasure([...loc, 0], name, faults);
  if (measure === undefined) return undefined;
  const word = wordOf(HAVING_OPERATORS)([...loc, 1], operator, faults);
  if (typeof bound === 'number' && Number.isFinite(bound)) {
    return word && [measure, word, bound];
  }
  faults.add([...loc, 2], 'finite_number', 'Input should be a finite number', bound);
  return undefined;
};

const readOrder: Reader<QueryOrder> = (loc, value, faults) => {
  const [given, direction] = tupleOf(2)(loc, value, faults) ?? [];
  if (given === undefined) return undefined;
  const name = readName([...loc, 0], given, faults);
  const word = name && wordOf(DIRECTIONS)([...loc, 1], direction, faults);
  return name && word && [name, word];
};

const readCompare: Reader<NonNullable<FiguresQuery['compare']>> = (loc, value, faults) => {
  const word = COMPARED.find((one) => one === value);
  if (word !== undefined) return word;
  if (!isObject(value)) {
    const msg = "Input should be 'previous', 'last_year' or a range with from and to";
    faults.add(loc, 'range_type', msg, value);
    return undefined;
  }
  checkMembers(loc, value, ['from', 'to'], faults);
  const [from, to] = ['from', 'to'].map((name) => {
    const end = own(value, name);
    if (end !== undefined) return readDate([...loc, name], end, faults);
    faults.add([...loc, name], 'missing', 'Field required', value);
    return undefined;
  });
  return from === undefined || to === undefined ? undefined : { from, to };
};

/** In the order in which faults are listed. */
const READERS: { readonly [Name in keyof FiguresQuery]-?: Reader<FiguresQuery[Name]> } = {
  measures: setOf(listOf(readMeasure, { least: 1, most: L.measures })),
  by: setOf(listOf(readDimension, { most: L.dimensions })),
  from: readDate,
  to: readDate,
  where: listOf(readFilter, { most: L.filters }),
  having: listOf(readHaving, { most: L.filters }),
  order: listOf(readOrder, { most: L.measures + L.dimensions }),
  limit: wholeNumber(1, L.rows),
  offset: wholeNumber(0, L.offset),
  share: readBoolean,
  fill: wordOf(FILLS),
  compare: readCompare,
};

/** @param input What `JSON.parse` gave. Members that are null are as left out. */
export function readQuery(input: unknown): QueryReading {
  const faults = new QueryFaults();
  if (!isObject(input)) {
    faults.add([], 'model_attributes_type', 'Input should be a valid dictionary', input);
    return { ok: false, faults: faults.all };
  }
  checkMembers([], input, Object.keys(READERS), faults);
  if ((own(input, 'measures') ?? null) === null) {
    faults.add(['measures'], 'missing', 'Field required', input);
  }
  const members = Object.entries(READERS).flatMap(([name, read]) => {
    const given = own(input, name) ?? null;
    const value = given === null ? undefined : read([name], given, faults);
    return value === undefined ? [] : [[name, value] as const];
  });
  const query = Object.fromEntries(members) as unknown as FiguresQuery;
  checkTogether(query, faults);
  return faults.all.length === 0 ? { ok: true, query } : { ok: false, faults: faults.all };
}

/** What one member says that does not go with another. */
function checkTogether(
  {
    measures = [],
    by = [],
    where = [],
    having = [],
    order = [],
    share,
    fill,
    compare,
  }: Partial<FiguresQuery>,
  faults: QueryFaults,
): void {
  if (where.length + having.length > L.filters) {
    faults.value(['having'], `where and having have at most ${L.filters} filters together`, having);
  }
  for (const [at, [name]] of order.entries()) {
    if (isDimension(name) && !by.includes(name)) {
      faults.value(['order', at, 0], 'a dimension in order must be in by too', name);
    }
  }
  const ratio = measures.find((name) => !addsUp(name));
  if (share === true && ratio !== undefined) {
    faults.value(
      ['share'],
      `${ratio} does not add up over rows, so it has no shares: leave it out`,
      share,
    );
  }
  if (fill === 'gaps' && !by.some((name) => DIMENSIONS[name].isDense)) {
    faults.value(['fill'], 'gaps needs day, week or month in by', fill);
  }
  if (compare !== undefined && by.includes('session')) {
    faults.value(['compare'], 'a session is on one date only: it does not compare', compare);
  }
}
