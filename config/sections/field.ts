/**
 * Fields of the configuration: typebox schemas with the words that faults, the reference and editors need. Every field
 * has a description; a default is applied by the reader, so a loaded value never lacks it.
 */

import { type TNumber, type TSchema, type TString, type TStringOptions, Type } from 'typebox';
import { DURATION_PATTERN, parseDuration } from '../values/duration.ts';
import { parseSize, SIZE_PATTERN } from '../values/size.ts';

/** Checks of texts that a pattern cannot make; see `check/text.ts`. */
export type TextForm = 'address' | 'currency' | 'network' | 'timezone';

/** Which texts of a field are paths: all, those that are no address, or those that start with a dot or a slash. */
export type PathKind = 'path' | 'address' | 'reference';

/** Types of the units, so that the program's configuration gets its numbers from the schema (`decode.ts`). */
export type TDuration = TString & { readonly 'x-unit': 'duration' };
export type TSize = TString & { readonly 'x-unit': 'size' };
export type TMoney = TNumber & { readonly 'x-money': true };

/** Words next to the schema, as extension keywords of JSON Schema. */
export interface FieldWords {
  /** What a text means: a number with a unit. */
  readonly 'x-unit'?: 'duration' | 'size';
  /** An amount of money: the program has it in thousandths, exact for every currency. */
  readonly 'x-money'?: true;
  /** A text that may be relative to the folder of the file. */
  readonly 'x-path'?: PathKind;
  /** Smallest and largest value, with its unit. */
  readonly 'x-minimum'?: string;
  readonly 'x-maximum'?: string;
  /** What is right, for faults, where the pattern alone would not tell a person. */
  readonly 'x-expected'?: string;
  readonly 'x-form'?: TextForm;
  /** True where the value may hold a credential: it is never shown. */
  readonly 'x-secret'?: boolean;
}

/**
 * Marks a field that the file may leave out because it has a default. For the types it is always there: the reader
 * puts the default in before anybody looks.
 */
export function defaulted<T extends TSchema>(schema: T): T {
  return Type.Optional(schema) as unknown as T;
}

interface BoundedText {
  readonly description: string;
  readonly minimum: string;
  readonly maximum: string;
}

/** A duration with its unit, such as "5s". Bounds are durations too. */
export function duration(field: BoundedText & { readonly default?: string }) {
  return Type.String(bounded(field, 'duration', DURATION_PATTERN)) as TDuration;
}

/** A size with its unit, such as "64MB". Bounds are sizes too. */
export function size(field: BoundedText & { readonly default?: string }) {
  return Type.String(bounded(field, 'size', SIZE_PATTERN)) as TSize;
}

/** An amount in units of the gym's currency, 0..1,000,000. */
export function money(description: string) {
  const limits = { minimum: 0, maximum: 1_000_000, 'x-money': true as const };
  return Type.Number({ description, ...limits }) as TMoney;
}

function bounded(
  field: BoundedText & { readonly default?: string },
  unit: 'duration' | 'size',
  pattern: string,
): TStringOptions & FieldWords {
  return {
    description: field.description,
    ...(field.default === undefined ? {} : { default: field.default }),
    pattern,
    'x-unit': unit,
    'x-minimum': field.minimum,
    'x-maximum': field.maximum,
  };
}

/** The number a duration or size stands for, ms or bytes; null where the text is none. */
export function amountOf(text: string, unit: 'duration' | 'size'): number | null {
  return unit === 'duration' ? parseDuration(text) : parseSize(text);
}

/** A short name for machines: ids of gyms, rooms and cameras. */
export function identifier(description: string) {
  return Type.String({
    description,
    pattern: '^[a-z0-9-]{1,64}$',
    'x-expected': 'lower-case letters, digits and hyphens, 1 to 64',
  });
}

/** A name for people. */
export function label(description: string) {
  return Type.String({ description, minLength: 1, maxLength: 100 });
}

/** One of a few words. */
export function choice<const Word extends string>(
  words: readonly Word[],
  options: { readonly description: string; readonly default?: NoInfer<Word> },
) {
  return Type.Unsafe<Word>({ type: 'string', enum: [...words], ...options });
}
