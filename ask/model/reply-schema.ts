/** The schema that a language model is asked to keep to: that of the one query, without what its grammar stumbles over. */

import { Type } from 'typebox';
import { QUERY as FIGURES_QUERY } from '../../gym/figures/query.ts';
import { OCCUPANCY, TIMETABLE } from '../query.ts';

/** An object at the root: endpoints want one. Null is "cannot be asked of these figures". */
const REPLY = Type.Object(
  { query: Type.Union([FIGURES_QUERY, OCCUPANCY, TIMETABLE, Type.Null()]) },
  { additionalProperties: false },
);

/**
 * Bounds of lengths: servers make a grammar of the schema, and long bounds a slow one. Every reply is checked against the
 * whole query afterwards. Words for people are in the instructions.
 */
const LEFT_OUT = new Set([
  'maxLength',
  'maxItems',
  'uniqueItems',
  'maximum',
  'title',
  'description',
]);

export function replySchema(): object {
  return lean(JSON.parse(JSON.stringify(REPLY))) as object;
}

function lean(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(lean);
  if (typeof node !== 'object' || node === null) return node;
  const { items, additionalItems: _, ...rest } = node as Record<string, unknown>;
  const members = Object.entries(rest)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => [name, lean(value)]);
  // A list of single places is `prefixItems` in JSON Schema 2020-12.
  const places = Array.isArray(items)
    ? { prefixItems: lean(items), minItems: items.length, maxItems: items.length }
    : items === undefined
      ? {}
      : { items: lean(items) };
  return { ...Object.fromEntries(members), ...places };
}
