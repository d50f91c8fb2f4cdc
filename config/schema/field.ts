/**
 * Fields of the configuration: a kind of value, and after it a text in backticks, which says what the setting is for.
 * Reading, checking, the types of the program, the schema for editors and the reference page come from it.
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

/** A kind of value. With its text it is a field: whole(1, 64, 1)`Threads of the processor.` */
export type Kind<Field extends TSchema> = (
  text: TemplateStringsArray,
  ...insets: readonly string[]
) => Field;

/**
 * The file may leave a field with a default out. For the types it is always there: the reader puts the default in before
 * anybody looks.
 */
function kind<Field extends TSchema>(schema: TSchema, words: SchemaNode = {}): Kind<Field> {
  return (text, ...insets) => {
    const description = String.raw({ raw: text }, ...insets).trim();
    const field = Type.With(schema, { ...words, description });
    const mayMiss = schemaNode(field).default !== undefined;
    return (mayMiss ? Type.Optional(field) : field) as unknown as Field;
  };
}

function changed<Field extends TSchema, Changed>(
  of: Kind<Field>,
  change: (field: Field) => unknown,
): Kind<Changed & TSchema> {
  return (text, ...insets) => change(of(text, ...insets)) as Changed & TSchema;
}

/** A field that may be missing. */
export const optional = <Field extends TSchema>(of: Kind<Field>): Kind<TOptional<Field>> =>
  changed(of, Type.Optional);

/** The field where it overrides a general one: without it, the general one applies. */
export const overriding = <Field extends TSchema>(field: Field): TOptional<Field> =>
  Type.Optional(Type.With(field, { default: undefined })) as unknown as TOptional<Field>;

/** With examples for people; the reference shows the first. */
export const like = <Field extends TSchema>(of: Kind<Field>, ...examples: unknown[]): Kind<Field> =>
  changed(of, (field) => Type.With(field, { examples }));

/** A field whose value may hold a credential. */
export function secret<Field extends TSchema>(of: Kind<Field>): Kind<Field> {
  return changed(of, (field) => {
    const shown = `${schemaNode(field).description} Never shown in logs, errors, pages or answers.`;
    return Type.With(field, { description: shown, 'x-secret': true });
  });
}

/** A text of at least one character. */
export const line = (maxLength: number, words: SchemaNode = {}): Kind<TString> =>
  kind(Type.String({ maxLength, minLength: 1 }), words);

/** A text of a form, and what that is in words. */
export const formed = (pattern: string, expected: string, words: SchemaNode = {}): Kind<TString> =>
  kind(Type.String({ pattern, 'x-expected': expected }), words);

/** An address of the web. */
export const webAddress = formed(
  '^https?://[^\\s/]',
  'an address that starts with https:// or http://',
  { maxLength: 2048 },
);

/** Lower and upper bound, both allowed: `5s..1h`. */
type Range = `${string}..${string}`;

function amount<Field extends TSchema>(unit: Measure, range: Range, usual?: string): Kind<Field> {
  const [least, most] = range.split('..');
  const bounds = { 'x-unit': unit, 'x-minimum': least, 'x-maximum': most };
  return kind(Type.String({ default: usual, pattern: amountPattern(unit), ...bounds }));
}

/** A duration with its unit, such as "5s". */
export const duration = (range: Range, usual?: string): Kind<TDuration> =>
  amount('duration', range, usual);

/** A size with its unit, such as "64MB". */
export const size = (range: Range, usual?: string): Kind<TSize> => amount('size', range, usual);

export const whole = (minimum: number, maximum: number, usual?: number): Kind<TNumber> =>
  kind(Type.Integer({ minimum, maximum, default: usual }));

export const number = (minimum: number, maximum: number, usual?: number): Kind<TNumber> =>
  kind(Type.Number({ minimum, maximum, default: usual }));

export const flag = (usual: boolean) => kind<Type.TBoolean>(Type.Boolean({ default: usual }));

/** An amount in units of the gym's currency. */
export const money: Kind<TOptional<TMoney>> = optional(
  kind(Type.Number({ minimum: 0, maximum: 1_000_000, 'x-money': true })),
);

/** A short name for machines, which nothing else in its list or in the file has. `what` it is, for faults: `room id`. */
export function identifier(what: string, scope: 'list' | 'file' = 'list'): Kind<TString> {
  const expected = 'lower-case letters, digits and hyphens, 1 to 64';
  return formed('^[a-z0-9-]{1,64}$', expected, { 'x-unique': { what, in: scope } });
}

/** A name for people. */
export const label = line(100);

/** One of a few words. */
export const choice = <const Word extends string>(words: readonly Word[], usual?: NoInfer<Word>) =>
  kind<Type.TUnsafe<Word>>(Type.Unsafe({ type: 'string', enum: words, default: usual }));

/** A whole number, or that the program finds it out: where it is left out too. */
export function autoOrWhole(minimum: number, maximum: number) {
  const either = [Type.Literal('auto'), Type.Integer({ minimum, maximum })];
  return kind<Type.TUnsafe<'auto' | number>>(Type.Union(either, { default: 'auto' }));
}

/** A list, empty where it is left out and may be empty. */
export function list<Item extends TSchema>(item: Item, maxItems: number, minItems = 0) {
  const least = minItems === 0 ? { default: [] } : { minItems };
  return kind<Type.TArray<Item>>(Type.Array(item, { maxItems, ...least }));
}

/** A list of two. */
export const pair = <Item extends TSchema>(item: Item) =>
  kind<Type.TTuple<[Item, Item]>>(Type.Array(item, { minItems: 2, maxItems: 2 }));

/** Lines of "name: value", none where it is left out. */
export const map = <Value extends TSchema>(value: Value) =>
  kind<Type.TRecord<'^.*$', Value>>(Type.Record(Type.String(), value, { default: {} }));

/** Any values that JSON knows, by name. */
export const anything = kind<Type.TRecord<'^.*$', Type.TUnknown>>(
  Type.Record(Type.String(), Type.Unknown()),
);

/** Named keys: an entry of a list, or a section that may be missing as a whole. */
export const entry = <Fields extends TProperties>(fields: Fields): Kind<TObject<Fields>> =>
  kind(Type.Object(fields, { additionalProperties: false }));

/** Named keys that all have a default or may be missing. */
export const section = <Fields extends TProperties>(fields: Fields): Kind<TObject<Fields>> =>
  kind(Type.Object(fields, { additionalProperties: false, default: {} }));
