/** What a schema expects and what a value is, in words for people. */

import { DURATION_UNITS } from '../values/duration.ts';
import { SIZE_UNITS } from '../values/size.ts';
import type { SchemaNode } from './schema-node.ts';

/** `a whole number, 1..64`, `a duration with its unit, 5s..1h (units: …)`. */
export function expectation(schema: SchemaNode): string {
  if (schema.anyOf) return schema.anyOf.map(expectation).join(' or ');
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return oneOf(schema.enum);
  if (schema['x-unit']) return withUnit(schema, schema['x-unit']);
  if (schema['x-expected']) return schema['x-expected'];
  switch (schema.type) {
    case 'string':
      return `a text${bounds(schema.minLength, schema.maxLength, ' characters')}`;
    case 'integer':
      return `a whole number${bounds(schema.minimum, schema.maximum)}`;
    case 'number':
      return `a number${bounds(schema.minimum, schema.maximum)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return Array.isArray(schema.items)
        ? `a list of ${schema.items.length} values`
        : `a list${bounds(schema.minItems, schema.maxItems, ' entries')}`;
    case 'object':
      return 'a section of "key: value" lines';
    default:
      return 'a value';
  }
}

/** `a, b or c`. */
export function oneOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function withUnit(schema: SchemaNode, unit: 'duration' | 'size'): string {
  const units = unit === 'duration' ? DURATION_UNITS : SIZE_UNITS;
  return `a ${unit} with its unit, ${schema['x-minimum']}..${schema['x-maximum']} (units: ${units})`;
}

function bounds(least: number | undefined, most: number | undefined, unit = ''): string {
  if (least === undefined && most === undefined) return '';
  if (most === undefined) return `, at least ${least}${unit}`;
  return `, ${least ?? 0}..${most}${unit}`;
}

/** Longest text that a fault quotes. */
const QUOTED = 60;

/** A value as a fault shows it. Texts that hold an address are not shown, wherever they stand. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a section of "key: value" lines';
  if (typeof value !== 'string') return String(value);
  if (value === '') return 'an empty text';
  if (/:\/\/|@/.test(value)) return 'a text that is not shown';
  return `"${value.length > QUOTED ? `${value.slice(0, QUOTED)}…` : value}"`;
}
