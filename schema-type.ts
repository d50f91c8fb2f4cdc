/**
 * Makes the schemas of this program: the same objects that typebox's own builders make, of the words that are used here.
 *
 * typebox reads 370 files before it offers a builder, and each thread of the program would read them at its start. Its
 * types are used as they are, so `Static` and its checker know these schemas as their own.
 */

import type { TSchema, Type as Typebox } from 'typebox';

export type { Static, TObject, TProperties, TSchema, TStringOptions } from 'typebox';

type Words = Readonly<Record<string, unknown>>;

/** What typebox notes on a schema for itself: JSON does not show it. */
function note(schema: object, name: '~kind' | '~optional' | '~unsafe', value: unknown): object {
  return Object.defineProperty(schema, name, {
    value,
    configurable: true,
    writable: true,
    enumerable: false,
  });
}

function copyOf(schema: object): object {
  return Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema));
}

function schemaOf(kind: string, words: Words, options: Words = {}): object {
  return note({ ...words, ...options }, '~kind', kind);
}

/** A builder of a schema that has no parts. */
const plain = (kind: string, words: Words) => (options?: Words) => schemaOf(kind, words, options);

const isOptional = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && Object.hasOwn(schema, '~optional');

function objectOf(properties: Readonly<Record<string, TSchema>>, options?: Words): object {
  const needed = Object.keys(properties).filter((name) => !isOptional(properties[name]));
  const required = needed.length > 0 ? { required: needed } : {};
  return schemaOf('Object', { type: 'object', ...required, properties }, options);
}

function tupleOf(items: readonly TSchema[], options?: Words): object {
  const words = { type: 'array', additionalItems: false, items, minItems: items.length };
  return schemaOf('Tuple', words, options);
}

const BUILDERS = {
  Array: (items: TSchema, options?: Words) => schemaOf('Array', { type: 'array', items }, options),
  Boolean: plain('Boolean', { type: 'boolean' }),
  Enum: (values: readonly string[], options?: Words) => schemaOf('Enum', { enum: values }, options),
  Integer: plain('Integer', { type: 'integer' }),
  IsOptional: isOptional,
  Literal: (value: string | number | boolean, options?: Words) =>
    schemaOf('Literal', { type: typeof value, const: value }, options),
  Null: plain('Null', { type: 'null' }),
  Number: plain('Number', { type: 'number' }),
  Object: objectOf,
  Optional: (schema: TSchema) => note(copyOf(schema), '~optional', true),
  /** Of any names: the key is a string without further words. */
  Record: (_key: TSchema, value: TSchema, options?: Words) =>
    schemaOf('Record', { type: 'object', patternProperties: { '^.*$': value } }, options),
  String: plain('String', { type: 'string' }),
  Tuple: tupleOf,
  Union: (anyOf: readonly TSchema[], options?: Words) => schemaOf('Union', { anyOf }, options),
  Unknown: plain('Unknown', {}),
  Unsafe: (schema: object) => note(copyOf(schema), '~unsafe', null),
};

/** typebox's builders, as far as this program uses them; `test/repo/schema-type.test.ts` compares them one by one. */
export const Type = BUILDERS as unknown as Pick<typeof Typebox, keyof typeof BUILDERS>;
