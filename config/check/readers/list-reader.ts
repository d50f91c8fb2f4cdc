/** Reads lists and tuples: their length, and each entry by its schema. */

import type { YAMLSeq } from 'yaml';
import { expectation } from '../expectation.ts';
import { NOTHING, type Place, type Reading, report } from '../reading.ts';
import type { SchemaNode } from '../schema-node.ts';

/** The list; an entry that is wrong stays as a hole, so that paths keep their indexes. */
export function readList(reading: Reading, place: Place, list: YAMLSeq): unknown {
  const { schema } = place;
  if (!isLengthRight(schema, list.items.length)) {
    const got = list.items.length === 0 ? 'an empty list' : `a list of ${list.items.length}`;
    report(reading, place, { expected: expectation(schema), got });
    // Thousands of entries too many would bury this fault under their own.
    if (list.items.length > (schema.maxItems ?? Infinity)) return NOTHING;
  }
  return list.items.map((node, at) => {
    const entry = { node, path: [...place.path, at], schema: schemaOf(schema, at) };
    return reading.read(reading, { ...entry, offset: place.offset });
  });
}

function isLengthRight(schema: SchemaNode, length: number): boolean {
  if (isTuple(schema.items)) return length === schema.items.length;
  return length >= (schema.minItems ?? 0) && length <= (schema.maxItems ?? Infinity);
}

function schemaOf({ items }: SchemaNode, at: number): SchemaNode {
  return (isTuple(items) ? items[at] : items) ?? {};
}

function isTuple(items: SchemaNode['items']): items is readonly SchemaNode[] {
  return Array.isArray(items);
}
