/** Schemas as tools show them: plain JSON, whole in themselves, with an object at the root. */

import { type TSchema, Type } from 'typebox';
import type { Route } from '../routes/route.ts';

export type JsonSchema = { readonly [key: string]: unknown };

/** A copy without the marks of the library. Words are told as strings: what only enumerates is overlooked by clients. */
export function plainSchema(schema: TSchema): JsonSchema {
  return withWords(JSON.parse(JSON.stringify(schema))) as JsonSchema;
}

/** Parameters of path and query side by side, as a tool takes them. */
export function inputSchema({ parameters: { path, query } }: Pick<Route, 'parameters'>): TSchema {
  const entries = Object.entries({ ...path, ...query }).map(([name, schema]) => [
    name,
    hasDefault(schema) ? Type.Optional(isOpen(schema) ? withoutDefault(schema) : schema) : schema,
  ]);
  return Type.Object(Object.fromEntries(entries), { additionalProperties: false });
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

function withWords(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withWords);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withWords(value)]),
  );
  const { enum: words, type } = copy;
  const isWords = Array.isArray(words) && words.every((word) => typeof word === 'string');
  return isWords && type === undefined ? { type: 'string', ...copy } : copy;
}
