/**
 * From the file to the program by the schema alone: snake_case becomes camelCase, a text with a unit its number, a relative
 * path an absolute one, and what is left out null.
 */

import { isAbsolute, resolve } from 'node:path';
import type { Static, TArray, TObject, TOptional, TSchema } from 'typebox';
import { type SchemaNode, schemaNode } from './check/schema-node.ts';
import type { PathKind, TDuration, TMoney, TSize } from './sections/field.ts';
import { amountOf } from './sections/field.ts';
import { unsetVariables } from './values/unset.ts';

type Camel<Key extends string> = Key extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Key;

/** The name of a field in the program carries its unit: ms, bytes, thousandths of the currency. */
type Name<Key extends string, Schema> = Schema extends TDuration
  ? `${Camel<Key>}Ms`
  : Schema extends TSize
    ? `${Camel<Key>}Bytes`
    : Schema extends TMoney
      ? `${Camel<Key>}Milli`
      : Camel<Key>;

type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

/** What the program has of a schema. */
export type Decoded<Schema> = Schema extends TDuration | TSize | TMoney
  ? number
  : Schema extends TObject<infer Properties>
    ? {
        readonly [Key in keyof Properties & string as Name<Key, Properties[Key]>]:
          | Decoded<Properties[Key]>
          | (Properties[Key] extends TOptional ? null : never);
      }
    : Schema extends TArray<infer Item>
      ? readonly Decoded<Item>[]
      : Schema extends TSchema
        ? DeepReadonly<Static<Schema>>
        : never;

/** The program's form of a value without faults. `folder` is where relative paths start. */
export function decode<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  folder: string,
): Decoded<Schema> {
  return decoded(schemaNode(schema), value, folder) as Decoded<Schema>;
}

function decoded(schema: SchemaNode, value: unknown, folder: string): unknown {
  if (value === undefined) return null;
  const unit = schema['x-unit'];
  if (unit !== undefined) return checked(amountOf(String(value), unit));
  if (schema['x-money'] === true) return Math.round(Number(value) * 1_000);
  if (schema['x-path'] !== undefined) return absolute(String(value), schema['x-path'], folder);
  if (Array.isArray(value)) {
    const items = schema.items as SchemaNode;
    return Array.isArray(items) ? value : value.map((item) => decoded(items, item, folder));
  }
  if (schema.properties === undefined) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(schema.properties).map(([key, field]) => [
      nameOf(key, field),
      decoded(field, fields[key], folder),
    ]),
  );
}

function nameOf(key: string, schema: SchemaNode): string {
  const name = key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (schema['x-money'] === true) return `${name}Milli`;
  return { duration: `${name}Ms`, size: `${name}Bytes`, none: name }[schema['x-unit'] ?? 'none'];
}

/** A scheme of one letter is a drive of Windows, and so a path. */
const ADDRESS = /^[a-z][a-z0-9+.-]+:/i;

/** `text` itself where it is no path of its kind, or waits for a variable. */
export function absolute(text: string, kind: PathKind, folder: string): string {
  if (isAbsolute(text) || unsetVariables(text).length > 0) return text;
  if (kind === 'address' && ADDRESS.test(text)) return text;
  if (kind === 'reference' && !/^\.{0,2}\//.test(text)) return text;
  return resolve(folder, text);
}

/** The reader has refused every text without a number: none gets here. */
function checked(amount: number | null): number {
  if (amount === null) throw new TypeError('a text without a number came through the reader');
  return amount;
}
