/**
 * Output schemas as `tools/list` has them: names and types, without words and without what lies deeper. Clients hand the
 * list to the model at every turn, and a result says the rest itself; the whole schemas are in `/openapi.json` and on the
 * page `/mcp.md`. An outline accepts whatever its schema accepts.
 */

import type { JsonSchema } from './json-schema.ts';

/** Levels of members that are named: those of the answer. */
const LEVELS = 1;

export function outlineOf(schema: JsonSchema, levels = LEVELS): JsonSchema {
  const kinds = schema['anyOf'];
  if (Array.isArray(kinds)) return eitherOf(kinds.map((kind: JsonSchema) => outlineOf(kind, 0)));
  const { type, properties } = schema;
  if (levels === 0 || typeof properties !== 'object' || properties === null) {
    return type === undefined ? {} : { type };
  }
  const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
  return {
    type,
    properties: Object.fromEntries(
      members.map(([name, member]) => [name, outlineOf(member, levels - 1)]),
    ),
  };
}

function eitherOf(kinds: readonly JsonSchema[]): JsonSchema {
  const types = [...new Set(kinds.map(({ type }) => type))];
  if (types.some((type) => typeof type !== 'string')) return {};
  return { type: types.length === 1 ? types[0] : types };
}
