/**
 * Fields of the configuration: a typebox schema declares a setting once, with its range, its default and its text. Reading,
 * checking, the types of the program, the schema for editors and the reference come from it.
 */

import {
  type TNumber,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  type TString,
  Type,
} from 'typebox';
import { amountPattern, type Measure, type SchemaNode, schemaNode } from '../forms.ts';

/** Types of the units, so that the program's configuration gets its numbers from the schema (`config.ts`). */
export type TDuration = TString & { readonly 'x-unit': 'duration' };
export type TSize = TString & { readonly 'x-unit': 'size' };
export type TMoney = TNumber & { readonly 'x-money': true };

/**
 * The file may leave a field with a default out. For the types it is always there: the reader puts the default in before
 * anybody looks.
 */
export function settled<T extends TSchema>(schema: T): T {
  const hasDefault = schemaNode(schema).default !== undefined;
  return hasDefault ? (Type.Optional(schema) as unknown as T) : schema;
}

/** The field where it overrides a general one: without it, the general one applies. */
export function overriding<T extends TSchema>(field: T): TOptional<T> {
  return Type.Optional(Type.With(field, { default: undefined })) as unknown as TOptional<T>;
}

/** A text of a length. */
export function line(most: number, least: 0 | 1 = 1): TString {
  return Type.String({ maxLength: most, ...(least === 1 && { minLength: 1 }) });
}

/** A text of a form, and what that is in words. */
export function formed(pattern: string, expected: string, words: SchemaNode = {}): TString {
  return settled(Type.String({ pattern, 'x-expected': expected, ...words }));
}

/** The field with its text, where the value may hold a credential. */
export function secret<Field extends TSchema>(
  description: string,
  field: Field,
  examples?: readonly unknown[],
): Field {
  const shown = `${description} Never shown in logs, errors, pages or answers.`;
  return Type.With(about(shown, field, examples), { 'x-secret': true }) as unknown as Field;
}

/** The keyword for a default, where there is one. */
function usually<Value>(usual: Value | undefined): { readonly default?: Value } {
  return usual === undefined ? {} : { default: usual };
}

/** Lower and upper bound, both allowed: `5s..1h`. */
type Range = `${string}..${string}`;

function amount(unit: Measure, range: Range, usual: string | undefined): TString {
  const [least, most] = range.split('..');
  const bounds = { 'x-unit': unit, 'x-minimum': least, 'x-maximum': most };
  return settled(Type.String({ ...usually(usual), pattern: amountPattern(unit), ...bounds }));
}

/** A duration with its unit, such as "5s". */
export function duration(range: Range, usual?: string): TDuration {
  return amount('duration', range, usual) as TDuration;
}

/** A size with its unit, such as "64MB". */
export function size(range: Range, usual?: string): TSize {
  return amount('size', range, usual) as TSize;
}

export function whole(minimum: number, maximum: number, usual?: number) {
  return settled(Type.Integer({ minimum, maximum, ...usually(usual) }));
}

export function number(minimum: number, maximum: number, usual?: number) {
  return settled(Type.Number({ minimum, maximum, ...usually(usual) }));
}

export function flag(usual: boolean) {
  return settled(Type.Boolean({ default: usual }));
}

/** An amount in units of the gym's currency. */
export function money(description: string): TOptional<TMoney> {
  return Type.Optional(
    Type.Number({ description, minimum: 0, maximum: 1_000_000, 'x-money': true }) as TMoney,
  );
}

/** A short name for machines: ids of gyms, rooms and cameras. */
export function identifier(description: string): TString {
  const expected = 'lower-case letters, digits and hyphens, 1 to 64';
  return about(description, formed('^[a-z0-9-]{1,64}$', expected));
}

/** A name for people. */
export function label(description: string): TString {
  return about(description, line(100));
}

/** One of a few words. */
export function choice<const Word extends string>(words: readonly Word[], usual?: NoInfer<Word>) {
  return settled(Type.Unsafe<Word>({ type: 'string', enum: [...words], ...usually(usual) }));
}

/** A list, empty where it is left out and may be empty. */
export function list<Item extends TSchema>(item: Item, maxItems: number, minItems = 0) {
  const least = minItems === 0 ? { default: [] } : { minItems };
  return settled(Type.Array(item, { maxItems, ...least }));
}

/** Lines of "name: value", none where it is left out. */
export function map<Value extends TSchema>(value: Value) {
  return settled(Type.Record(Type.String(), value, { default: {} }));
}

/** The field with its text, and what else people read of it. */
export function about<Field extends TSchema>(
  description: string,
  field: Field,
  examples?: readonly unknown[],
): Field {
  return Type.With(field, { description, ...(examples && { examples }) }) as unknown as Field;
}

/** Named keys that have to be there: an entry of a list. */
export function entry<Fields extends TProperties>(description: string, fields: Fields) {
  return Type.Object(fields, { additionalProperties: false, description });
}

/** Named keys that all have a default or may be missing. */
export function section<Fields extends TProperties>(
  description: string,
  fields: Fields,
): TObject<Fields> {
  return settled(Type.Object(fields, { additionalProperties: false, default: {}, description }));
}
