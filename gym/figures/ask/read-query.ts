/**
 * Reads a query out of any JSON by its schema: what it says in the types of a query, or everything that is wrong with it,
 * in the words of FastAPI.
 */

import {
  type Static,
  type TArrayOptions,
  type TNumberOptions,
  type TProperties,
  type TSchema,
  type TStringOptions,
  Type,
} from 'typebox';
import { oneOf } from '../../../config/fault.ts';
import { isDate } from '../../calendar/zone.ts';
import { isObject } from '../../schedule/values.ts';
import { addsUp, MEASURE_NAMES, MEASURES } from '../catalogue.ts';
import { DIMENSION_NAMES, DIMENSIONS, type Dimension, isDimension } from '../dimensions.ts';
import {
  COMPARED,
  DIMENSION,
  FILTER,
  type FiguresQuery,
  type FilterValue,
  MEASURE,
  NAME,
  QUERY,
  QUERY_LIMITS,
  type QueryFilter,
  RANGE,
} from '../query.ts';
import { Part, type QueryFault } from './faults.ts';

/** What a body says, or everything that is wrong with it. */
export type QueryReading = ReturnType<typeof readQuery<FiguresQuery>>;

/** What is read of a schema. */
interface Shape extends TArrayOptions, TNumberOptions, TStringOptions {
  readonly type?: 'array' | 'number' | 'integer' | 'boolean' | 'string';
  readonly enum?: readonly string[];
  readonly items?: TSchema | readonly TSchema[];
}

/** Names of the catalogue, by what they are called in a fault. */
const NAMES = new Map<TSchema, readonly [kind: string, names: readonly string[]]>([
  [MEASURE, ['Measure', MEASURE_NAMES]],
  [DIMENSION, ['Dimension', DIMENSION_NAMES]],
  [NAME, ['Name', [...MEASURE_NAMES, ...DIMENSION_NAMES]]],
]);

type Kind = readonly [type: string, expected: string, fits: (value: unknown) => boolean];

const like = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value);
const isDay = (value: unknown) => like(/^(?:19|20|21)/)(value) && isDate(String(value));
const isText = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= QUERY_LIMITS.text;

const DATE = 'a valid date such as 2026-10-12';
const TEXT = `1 to ${QUERY_LIMITS.text} characters`;
/** Values that are one thing: by the type in the schema, or of filters by what those of the dimension are. */
const KINDS = {
  number: ['finite_number', 'a finite number', Number.isFinite],
  integer: ['int_type', 'a valid integer', Number.isSafeInteger],
  boolean: ['boolean_type', 'a valid boolean', (value) => typeof value === 'boolean'],
  string: ['date_parsing', DATE, isDay],
  date: ['date_type', DATE, isDay],
  month: ['month_type', 'a month such as 2026-10', like(/^(?:19|20|21)\d{2}-(?:0[1-9]|1[0-2])$/)],
  time: ['time_type', 'a time such as 18:30', like(/^(?:[01]\d|2[0-3]):[0-5]\d$/)],
  hour: [
    'hour_type',
    'an hour, 0 to 23',
    (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 23,
  ],
  name: ['name_type', `a name or an id, ${TEXT}`, isText],
  id: ['id_type', `an id, ${TEXT}`, isText],
} as const satisfies Readonly<Record<string, Kind>>;

/** What a part says; undefined where something is wrong with it, which is among the faults then. */
export function read<Schema extends TSchema>(schema: Schema, part: Part) {
  return readAny(schema, part) as Static<Schema> | undefined;
}

function readAny(schema: TSchema, part: Part): unknown {
  const shape = schema as Shape;
  if (schema === FILTER) return readFilter(part);
  const named = NAMES.get(schema);
  if (named !== undefined) return part.among(...named);
  if (shape.enum !== undefined) return readWord(shape.enum, part);
  if (shape.type === 'array') return readList(shape, part);
  const kind = shape.type === 'string' && shape.format === undefined ? 'id' : shape.type;
  const value = kind === undefined ? readCompare(part) : readKind(kind, part);
  const { minimum: ge = -Infinity, maximum: le = Infinity } = shape;
  if (typeof value !== 'number' || (value >= ge && value <= le)) return value;
  return value < ge
    ? part.fault('greater_than_equal', `Input should be greater than or equal to ${ge}`, { ge })
    : part.fault('less_than_equal', `Input should be less than or equal to ${le}`, { le });
}

function readKind(kind: keyof typeof KINDS, part: Part): FilterValue | undefined {
  const [type, expected, fits] = KINDS[kind];
  return fits(part.value)
    ? (part.value as FilterValue)
    : part.fault(type, `Input should be ${expected}`);
}

function readWord(words: readonly string[], part: Part): string | undefined {
  const word = words.find((one) => one === part.value);
  if (word !== undefined) return word;
  const expected = oneOf(words.map((one) => `'${one}'`));
  return part.fault('literal_error', `Input should be ${expected}`, { expected });
}

/** The items of a list, whatever they are; undefined where it is none of the right length. */
function itemsOf(shape: TSchema, part: Part): readonly Part[] | undefined {
  const { minItems = 0, maxItems = minItems } = shape as Shape;
  if (!Array.isArray(part.value)) return part.fault('list_type', 'Input should be a valid list');
  const { length } = part.value;
  const isShort = length < minItems;
  if (!isShort && length <= maxItems) {
    return part.value.map((item: unknown, at) => part.at(at, item ?? null));
  }
  const [type, most, limit, bound] = isShort
    ? (['too_short', 'least', 'min_length', minItems] as const)
    : (['too_long', 'most', 'max_length', maxItems] as const);
  const items = bound === 1 ? '1 item' : `${bound} items`;
  const msg = `List should have at ${most} ${items} after validation, not ${length}`;
  return part.fault(type, msg, { field_type: 'List', actual_length: length, [limit]: bound });
}

/** The items without those with a fault. Of a tuple all or none: the first tells what the others are. */
function readList(shape: Shape, part: Part): unknown {
  const parts = itemsOf(shape as TSchema, part);
  const { items } = shape;
  const isTuple = Array.isArray(items);
  const known: unknown[] = [];
  for (const [at, item] of parts?.entries() ?? []) {
    const value = readAny(isTuple ? items[at] : items, item);
    if (value !== undefined) known.push(value);
    else if (isTuple && at === 0) return undefined;
  }
  if (parts === undefined || (isTuple && known.length < items.length)) return undefined;
  return shape.uniqueItems === true ? [...new Set(known)] : known;
}

const PAIR = Type.Array(Type.Any(), { minItems: 2, maxItems: 2 });

function readFilter(part: Part): QueryFilter | undefined {
  const [name, operator, given] = itemsOf(FILTER, part) ?? [];
  if (name === undefined || operator === undefined || given === undefined) return undefined;
  const known = read(DIMENSION, name);
  if (known === undefined) return undefined;
  const dimension: Dimension = DIMENSIONS[known];
  const word = read(FILTER.items[1], operator);
  const isBetween = word === 'between';
  const isUnordered = isBetween && dimension.order === 'none';
  // One value need not stand in a list.
  const listed = Array.isArray(given.value) || isBetween ? given : part.at(2, [given.value]);
  const items = itemsOf(isBetween ? PAIR : FILTER.items[2], listed);
  if (isUnordered && items !== undefined) {
    return operator.wrong(`${known} has no order: use is or is_not`);
  }
  if (word === undefined || items === undefined) return undefined;
  const values = items
    .map((item) => readValue(dimension, isBetween, item))
    .filter((value) => value !== undefined);
  if (values.length < items.length) return undefined;
  const [from, to] = values;
  if (isBetween && dimension.order === 'line' && String(from) > String(to)) {
    return listed.wrong('the first value must not be after the second');
  }
  return [known, word, values];
}

function readValue({ words = [], values, isNullable }: Dimension, isBetween: boolean, part: Part) {
  const { value } = part;
  if (value === null && isNullable && !isBetween) return null;
  if (value === null) return part.fault('none_not_allowed', 'Input should not be null');
  if (values !== 'word') return readKind(values, part);
  // Whatever its case.
  const text = typeof value === 'string' ? value.toLowerCase() : value;
  return words.find((word) => word.toLowerCase() === text) ?? part.among('Value', words);
}

/** The members of an object; those that are null are as left out. */
export function readObject(properties: TProperties, part: Part, required: readonly string[]) {
  part.checkMembers(Object.keys(properties));
  const members = Object.entries(properties).map(([name, schema]) => {
    const own = part.at(name);
    if (own.value === null && required.includes(name)) part.lacks(name);
    return [name, own.value === null ? undefined : readAny(schema, own)] as const;
  });
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function readCompare(part: Part): unknown {
  if (COMPARED.some((one) => one === part.value)) return part.value;
  if (isObject(part.value)) return readObject(RANGE.properties, part, ['from', 'to']);
  const msg = "Input should be 'previous', 'last_year' or a range with from and to";
  return part.fault('range_type', msg);
}

/** @param input What `JSON.parse` gave. @param properties Parts as those of a query. */
export function readQuery<Query = FiguresQuery>(
  input: unknown,
  properties: TProperties = QUERY.properties,
) {
  const body = new Part(input);
  const faults: readonly QueryFault[] = body.faults;
  if (!isObject(input)) {
    body.fault('model_attributes_type', 'Input should be a valid dictionary');
    return { ok: false, faults } as const;
  }
  const query = readObject(properties, body, ['measures']) as FiguresQuery & Query;
  checkTogether(query, body);
  return faults.length === 0 ? ({ ok: true, query } as const) : ({ ok: false, faults } as const);
}

/** The largest bound of a rate. Chosen here: no class is five times full, so more is meant in percent. */
const MOST_RATE = 5;

/** What one member says that does not go with another. */
function checkTogether(query: Partial<FiguresQuery>, body: Part): void {
  const { measures = [], by = [], where = [], having = [], order = [], ...rest } = query;
  const most = `where and having have at most ${QUERY_LIMITS.filters} filters together`;
  if (where.length + having.length > QUERY_LIMITS.filters) body.at('having', having).wrong(most);
  for (const [at, [name, , bound]] of having.entries()) {
    const reason = `${name} is a fraction: write ${Number((bound / 100).toFixed(4))} for ${bound}%`;
    const isPercent = MEASURES[name].unit === 'rate' && Math.abs(bound) > MOST_RATE;
    if (isPercent) body.at('having').at(at).at(2, bound).wrong(reason);
  }
  for (const [at, [name]] of order.entries()) {
    const isLost = isDimension(name) && !by.includes(name);
    if (isLost) body.at('order').at(at).at(0, name).wrong('a dimension in order must be in by too');
  }
  const ratio = rest.share && measures.find((name) => !addsUp(name));
  const reason = `${ratio} does not add up over rows, so it has no shares: leave it out`;
  if (ratio) body.at('share').wrong(reason);
  if (rest.fill === 'gaps' && !by.some((name) => DIMENSIONS[name].order === 'line')) {
    body.at('fill').wrong('gaps needs day, week or month in by');
  }
  if (rest.compare !== undefined && by.includes('session')) {
    body.at('compare', rest.compare).wrong('a session is on one date only: it does not compare');
  }
}
