/** Any list of objects, by what its keys are called: also what `turnout schedule export` writes. */

import { SCHEDULE_FIELDS } from '../../../config/sections/gym/schedule-fields.ts';
import { SYNONYMS } from '../csv/synonyms.ts';
import type { Field, RowValues } from '../row/fields.ts';
import { foldText } from '../row/fold.ts';
import type { JsonShape } from './shape.ts';
import { idOf, isObject, type JsonObject, nameOf } from './value.ts';

export const PLAIN: JsonShape = { name: 'generic', recognises: () => true, valuesOf: plainValues };

/**
 * Values that the user mapped, over those that the shape found. A key may be a path: `teacher.name`. Keys of the file
 * are never looked up in prototypes.
 */
export function mappedValues(
  item: JsonObject,
  columns: Readonly<Record<string, string>>,
): RowValues {
  const values: Partial<Record<Field, unknown>> = {};
  for (const field of SCHEDULE_FIELDS) {
    const path = columns[field];
    const value = path === undefined ? undefined : at(item, path);
    if (value !== undefined) values[field] = isObject(value) ? nameOf(value) : value;
  }
  return values;
}

function plainValues(item: JsonObject): RowValues {
  const byName = new Map<string, unknown>();
  for (const [key, value] of Object.entries(item)) {
    if (value !== null && value !== undefined) byName.set(foldText(key), value);
  }
  const values: Partial<Record<Field, unknown>> = {};
  for (const field of SCHEDULE_FIELDS) {
    const name = SYNONYMS[field].find((synonym) => byName.has(synonym));
    if (name === undefined) continue;
    const value = byName.get(name);
    values[field] = isNested(value) ? nameOf(value) : value;
    byName.delete(name);
    if (field === 'trainer' && isNested(value)) values.trainer_id = idOf(value);
  }
  return values;
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function at(item: JsonObject, path: string): unknown {
  if (Object.hasOwn(item, path)) return item[path];
  let value: unknown = item;
  for (const key of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}
