/** One filter of `where` out of any JSON. */

import { DIMENSION_NAMES, DIMENSIONS, type Dimension, isDimension } from '../dimensions.ts';
import { FILTER_OPERATORS, type FilterValue, QUERY_LIMITS, type QueryFilter } from '../query.ts';
import type { QueryFaults } from './faults.ts';
import { isDate } from './read-dates.ts';
import { itemsIn, wordIn } from './read-values.ts';

type Place = readonly (string | number)[];

export function readFilter(
  loc: Place,
  value: unknown,
  faults: QueryFaults,
): readonly QueryFilter[] {
  const [name, operator, given] = itemsIn(loc, value, { least: 3, most: 3 }, faults) ?? [];
  if (name === undefined) return [];
  if (typeof name !== 'string' || !isDimension(name)) {
    faults.unknown([...loc, 0], 'Dimension', name, DIMENSION_NAMES);
    return [];
  }
  const word = wordIn([...loc, 1], operator ?? null, FILTER_OPERATORS, faults);
  const bounds =
    word === 'between' ? { least: 2, most: 2 } : { least: 1, most: QUERY_LIMITS.values };
  // One value need not stand in a list.
  const listed = Array.isArray(given) || word === 'between' ? given : [given ?? null];
  const items = itemsIn([...loc, 2], listed ?? null, bounds, faults);
  if (word === undefined || items === undefined) return [];
  const dimension: Dimension = DIMENSIONS[name];
  if (word === 'between' && dimension.order === 'none') {
    faults.value([...loc, 1], `${name} has no order: use is or is_not`, operator);
    return [];
  }
  const values = items.flatMap((item, at) =>
    readValue([...loc, 2, at], item, { dimension, isBetween: word === 'between' }, faults),
  );
  if (values.length < items.length) return [];
  const [from, to] = values;
  if (word === 'between' && dimension.order === 'line' && String(from) > String(to)) {
    faults.value([...loc, 2], 'the first value must not be after the second', items);
    return [];
  }
  return [[name, word, values]];
}

interface Expected {
  readonly dimension: Dimension;
  readonly isBetween: boolean;
}

function readValue(
  loc: Place,
  value: unknown,
  { dimension, isBetween }: Expected,
  faults: QueryFaults,
): readonly FilterValue[] {
  if (value === null) {
    if (dimension.isNullable && !isBetween) return [null];
    faults.add(loc, 'none_not_allowed', 'Input should not be null', value);
    return [];
  }
  const { words, values } = dimension;
  if (words !== undefined) {
    const text = typeof value === 'string' ? value.toLowerCase() : value;
    const known = words.find((word) => word.toLowerCase() === text);
    if (known !== undefined) return [known];
    faults.unknown(loc, 'Value', value, words);
    return [];
  }
  if (isOfKind(values, value)) return [value];
  faults.add(loc, `${values}_type`, EXPECTED[values] ?? '', value);
  return [];
}

const EXPECTED: Readonly<Record<string, string>> = {
  date: 'Input should be a valid date such as 2026-10-12',
  month: 'Input should be a month such as 2026-10',
  time: 'Input should be a time such as 18:30',
  hour: 'Input should be an hour, 0 to 23',
  boolean: 'Input should be a valid boolean',
  name: `Input should be a name or an id, 1 to ${QUERY_LIMITS.text} characters`,
  id: `Input should be an id, 1 to ${QUERY_LIMITS.text} characters`,
};

function isOfKind(kind: Dimension['values'], value: unknown): value is FilterValue {
  switch (kind) {
    case 'date':
      return isDate(value);
    case 'month':
      return typeof value === 'string' && /^(?:19|20|21)\d{2}-(?:0[1-9]|1[0-2])$/.test(value);
    case 'time':
      return typeof value === 'string' && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value);
    case 'hour':
      return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 23;
    case 'boolean':
      return typeof value === 'boolean';
    default:
      return typeof value === 'string' && value.trim() !== '' && value.length <= QUERY_LIMITS.text;
  }
}
