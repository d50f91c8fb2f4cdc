/** Types, lists and empty values of classes, as the table of their fields says. */

import { CLASS_FIELDS, CLASS_NUMBERS, type Imported, type Stored } from './class-fields.ts';

type Fields = typeof CLASS_FIELDS;
export type ClassField = keyof Fields;
export type NumberField = keyof typeof CLASS_NUMBERS;

type ValueOf<Field extends Stored> =
  | (Field extends { readonly isFlag: true }
      ? boolean
      : Field['sqlite'] extends `TEXT${string}`
        ? string
        : number)
  | (Field['sqlite'] extends `${string} NOT NULL` ? never : null);

/** All fields with their values. */
export type ClassValues = { readonly [Name in ClassField]: ValueOf<Fields[Name]> };

export type ClassNumbers = Pick<ClassValues, NumberField>;
/** The columns of imports that numbers are read from. */
export type NumberColumn = Fields[NumberField]['imported']['field'];

/** Fields of a class after all sources are merged. */
export type MergedField = {
  [Name in ClassField]: Fields[Name]['merged'] extends 'no' ? never : Name;
}[ClassField];
export type MergedNumber = Extract<MergedField, NumberField>;

/** Fields of which the source is believed that said something new last, in the order of the table. */
export type NewsField = {
  [Name in ClassField]: Fields[Name]['merged'] extends 'new' | 'no' ? Name : never;
}[ClassField];

export const CLASS_FIELD_NAMES = Object.keys(CLASS_FIELDS) as readonly ClassField[];
export const NUMBER_NAMES = Object.keys(CLASS_NUMBERS) as readonly NumberField[];
export const NUMBER_COLUMNS: readonly NumberColumn[] = NUMBER_NAMES.map(
  (name) => CLASS_NUMBERS[name].imported.field,
);
export const MERGED_NAMES = CLASS_FIELD_NAMES.filter(
  (name): name is MergedField => CLASS_FIELDS[name].merged !== 'no',
);
export const MERGED_NUMBERS = NUMBER_NAMES.filter(
  (name): name is MergedNumber => CLASS_NUMBERS[name].merged !== 'no',
);
export const NEWS_FIELDS = CLASS_FIELD_NAMES.filter((name): name is NewsField =>
  ['new', 'no'].includes(CLASS_FIELDS[name].merged),
);

/** A value for each number, made from how it is declared. */
export function numbersFrom<Value>(
  make: (name: NumberField, imported: Imported) => Value,
): Record<NumberField, Value> {
  const made = NUMBER_NAMES.map((name) => [name, make(name, CLASS_NUMBERS[name].imported)]);
  return Object.fromEntries(made) as Record<NumberField, Value>;
}

/** Of which no source says anything. */
export const NO_NUMBERS: ClassNumbers = numbersFrom(() => null);
const { noShows, ...others } = NO_NUMBERS;
/** The same of a class after all sources are merged. */
export const NO_MERGED_NUMBERS: Pick<ClassValues, MergedNumber> = others;
