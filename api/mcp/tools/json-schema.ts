/** Schemas as tools show them: plain JSON, whole in themselves, with an object at the root. */

import { type TProperties, type TSchema, Type } from 'typebox';
import type { Route } from '../../routes/route.ts';

export type JsonSchema = { readonly [key: string]: unknown };

/**
 * A copy without the marks of the library, in JSON Schema 2020-12: there a list of single places is `prefixItems`. Words
 * are told as strings: what only enumerates is overlooked by clients.
 */
export function plainSchema(schema: TSchema): JsonSchema {
  return inPlain(JSON.parse(JSON.stringify(schema))) as JsonSchema;
}

/** Parameters of path and query side by side, as a tool takes them. @param more Arguments of the tool alone. */
export function inputSchema(
  { parameters: { path, query } }: Pick<Route, 'parameters'>,
  more: TProperties = {},
): TSchema {
  const entries = Object.entries({ ...path, ...query }).map(([name, schema]) => [
    name,
    hasDefault(schema) ? Type.Optional(isOpen(schema) ? withoutDefault(schema) : schema) : schema,
  ]);
  return Type.Object({ ...Object.fromEntries(entries), ...more }, { additionalProperties: false });
}

function hasDefault(schema: TSchema): boolean {
  return (schema as { default?: unknown }).default !== undefined;
}

/** What may be left out means something else than its default then: the gym of the key is not always `demo`. */
const isOpen = (schema: TSchema): boolean => Type.IsOptional(schema);

function withoutDefault(schema: TSchema): TSchema {
  const { default: _, ...rest } = schema as TSchema & { default?: unknown };
  return rest;
}

function inPlain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(inPlain);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, inPlain(value)]),
  );
  return isTuple(copy) ? withPrefix(copy) : withWords(copy);
}

type Node = Record<string, unknown>;

function isTuple({ type, items }: Node): boolean {
  return type === 'array' && Array.isArray(items);
}

/** No places after them is told by their number: some clients refuse a bare `false` where a schema is expected. */
function withPrefix({ items, additionalItems, ...rest }: Node): Node {
  const places = items as readonly unknown[];
  const after =
    typeof additionalItems === 'object' ? { items: additionalItems } : { maxItems: places.length };
  return { ...rest, prefixItems: places, ...after };
}

function withWords(node: Node): Node {
  const { enum: words, type } = node;
  const isWords = Array.isArray(words) && words.every((word) => typeof word === 'string');
  return isWords && type === undefined ? { type: 'string', ...node } : node;
}

/** Levels of members that are named: those of the answer. */
const LEVELS = 1;

/**
 * Output schemas as `tools/list` has them: names and types, without words and without what lies deeper. Clients hand the
 * list to the model at every turn, and a result says the rest itself; the whole schemas are in `/openapi.json` and on the
 * page `/mcp.md`. An outline accepts whatever its schema accepts.
 */
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
