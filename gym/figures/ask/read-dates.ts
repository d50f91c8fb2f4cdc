/** Dates and ranges of a query. */

import type { QueryRange } from '../query.ts';
import type { QueryFaults } from './faults.ts';
import { isObject } from './read-values.ts';

type Place = readonly (string | number)[];

export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^(?:19|20|21)\d{2}-\d{2}-\d{2}$/.test(value)) return false;
  const at = Date.parse(`${value}T00:00:00Z`);
  // 30 February is read as a day in March.
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === value;
}

export function readDate(loc: Place, value: unknown, faults: QueryFaults): string | undefined {
  if (value === undefined) return undefined;
  if (isDate(value)) return value;
  faults.add(loc, 'date_parsing', 'Input should be a valid date such as 2026-10-12', value);
  return undefined;
}

export function readRange(
  value: unknown,
  faults: QueryFaults,
): QueryRange | 'previous' | undefined {
  if (value === undefined || value === 'previous') return value;
  if (!isObject(value)) {
    const msg = "Input should be 'previous' or a range with from and to";
    faults.add(['compare'], 'range_type', msg, value);
    return undefined;
  }
  for (const name of Object.keys(value)) {
    if (name !== 'from' && name !== 'to') {
      faults.unknown(['compare', name.slice(0, 64)], 'Member', name, ['from', 'to']);
    }
  }
  const ends = (['from', 'to'] as const).map((name) => {
    const end = Object.hasOwn(value, name) ? value[name] : undefined;
    if (end === undefined) faults.add(['compare', name], 'missing', 'Field required', value);
    return readDate(['compare', name], end, faults);
  });
  const [from, to] = ends;
  return from === undefined || to === undefined ? undefined : { from, to };
}
