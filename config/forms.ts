/** Forms of values: what a schema asks of one, and of a text above all: lengths, units with their bounds, zones of the world. */

import { isIP } from 'node:net';
import { distance } from 'fastest-levenshtein';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Finding } from '../errors.ts';
import { addressFault } from './address.ts';
import { nearestHint, oneOf, shown } from './fault.ts';

/** Which texts of a field are paths: all, those that are no address, or those that start with a dot or a slash. */
export type PathKind = 'path' | 'address' | 'reference';

type Limit = 'minItems' | 'maxItems' | 'minLength' | 'maxLength' | 'minimum' | 'maximum';
/** `x-minimum` and `x-maximum` have their unit; `x-expected` is what is right, where a pattern would not tell a person. */
type Words = 'description' | 'pattern' | 'x-minimum' | 'x-maximum' | 'x-expected';

/** A schema as the reader and the generated reference walk it: only the keywords that our fields use. */
export interface SchemaNode
  extends Readonly<Partial<Record<Limit, number>>>,
    Readonly<Partial<Record<Words, string>>> {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  /** Objects with named keys. */
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  /** Records: any key. */
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly const?: unknown;
  readonly enum?: readonly string[];
  /** What a text means: a number with a unit. */
  readonly 'x-unit'?: Measure;
  /** An amount of money: the program has it in thousandths, exact for every currency. */
  readonly 'x-money'?: true;
  /** A text that may be relative to the folder of the file. */
  readonly 'x-path'?: PathKind;
  readonly 'x-form'?: keyof typeof FORMS;
  /** What no other entry of the list, or of the whole file, may have too, such as `room id`. */
  readonly 'x-unique'?: { readonly what: string; readonly in: 'list' | 'file' };
  /** True where the value may hold a credential: it is never shown. */
  readonly 'x-secret'?: boolean;
}

/** The same schema, seen as a tree. */
export const schemaNode = (schema: TSchema): SchemaNode => schema as SchemaNode;

/**
 * Amounts are a number and its unit, "30d", "250ms", "1.5GB"; a number without a unit is never one. A year is 365 days and
 * a week seven, always: retention counts time, not calendars. kB, MB and GB are powers of 1000, KiB, MiB and GiB powers of
 * 1024 (IEC 80000-13).
 */
const UNITS = {
  duration: { ms: 1, s: 1e3, m: 6e4, h: 3.6e6, d: 8.64e7, w: 6.048e8, y: 3.1536e10 },
  size: { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 },
};

export type Measure = keyof typeof UNITS;

/** What an amount looks like, as a JSON Schema pattern. */
export function amountPattern(measure: Measure): string {
  return `^[0-9]+(\\.[0-9]+)?(${Object.keys(UNITS[measure]).join('|')})$`;
}

/** Whole milliseconds or bytes of an amount such as "1.5s"; null where it is none, or no whole number of them. */
export function amountOf(text: string, measure: Measure): number | null {
  if (!new RegExp(amountPattern(measure)).test(text)) return null;
  const units: Readonly<Record<string, number>> = UNITS[measure];
  const exact = Number.parseFloat(text) * (units[text.replace(/^[0-9.]+/, '')] ?? Number.NaN);
  const whole = Math.round(exact);
  // The product of a decimal fraction carries a rounding error; a real fraction of a unit is at least 1e-3 off.
  return Number.isSafeInteger(whole) && Math.abs(exact - whole) < 1e-3 ? whole : null;
}

/**
 * Writes whole milliseconds, 0 or more, with the largest unit that needs no fraction: 90000 is "90s", 60000 "1m".
 * `amountOf` gives the same number back.
 */
export function formatDuration(durationMs: number): string {
  const units = Object.entries(UNITS.duration).reverse();
  const fits = units.find(([, size]) => durationMs > 0 && durationMs % size === 0);
  const [unit, unitMs] = fits ?? ['ms', 1];
  return `${durationMs / unitMs}${unit}`;
}

/** `a whole number, 1..64`, `a duration with its unit, 5s..1h (units: …)`. */
export function expectation(schema: SchemaNode): string {
  const { anyOf, const: only, enum: words, 'x-unit': unit, minItems, maxItems } = schema;
  if (anyOf) return anyOf.map(expectation).join(' or ');
  if (only !== undefined) return String(only);
  if (words) return oneOf(words);
  if (unit) {
    const range = `${schema['x-minimum']}..${schema['x-maximum']}`;
    return `a ${unit} with its unit, ${range} (units: ${oneOf(Object.keys(UNITS[unit]))})`;
  }
  if (schema['x-expected']) return schema['x-expected'];
  const isExact = minItems !== undefined && minItems === maxItems;
  return {
    string: `a text${bounds(schema.minLength, schema.maxLength, ' characters')}`,
    integer: `a whole number${bounds(schema.minimum, schema.maximum)}`,
    number: `a number${bounds(schema.minimum, schema.maximum)}`,
    boolean: 'true or false',
    array: isExact
      ? `a list of ${minItems} values`
      : `a list${bounds(minItems, maxItems, ' entries')}`,
    object: 'a section of "key: value" lines',
    none: 'a value that JSON knows',
  }[schema.type ?? 'none'];
}

function bounds(least = 0, most?: number, unit = ''): string {
  return most === undefined ? '' : `, ${least}..${most}${unit}`;
}

/** What is wrong with `value`; null when nothing is. `got` shows the value unless the schema says that it is secret. */
export function checkText(value: string, schema: SchemaNode): Finding | null {
  const form = schema['x-form'];
  const found = (form !== undefined && value !== '' && FORMS[form](value)) || misfit(value, schema);
  return found && { expected: expectation(schema), got: shown(value), ...found };
}

type Wrong = Partial<Finding> | null;

function misfit(value: string, schema: SchemaNode): Wrong {
  const { 'x-unit': unit, 'x-minimum': least = '', 'x-maximum': most = '' } = schema;
  if (unit !== undefined) {
    const amount = amountOf(value, unit);
    if (amount === null) return { hint: `write it like ${schema.default ?? least}` };
    if (amount < (amountOf(least, unit) ?? 0)) return { hint: `the least is ${least}` };
    return amount > (amountOf(most, unit) ?? Infinity) ? { hint: `the most is ${most}` } : null;
  }
  if (Value.Check(schema as TSchema, value)) return null;
  if (schema.enum) return nearestHint(value, schema.enum);
  const { length } = [...value];
  return length > (schema.maxLength ?? Infinity) ? { got: `${length} characters` } : {};
}

/** Checks of texts that a pattern cannot make. */
const FORMS = {
  address: (value: string): Wrong => {
    const got = addressFault(value);
    return got === null ? null : { got };
  },
  currency: (value: string): Wrong => {
    const known = Intl.supportedValuesOf('currency');
    return known.includes(value) ? null : nearestHint(value.toUpperCase(), known, 1);
  },
  /** An address, or one with the length of its prefix after a slash. */
  network: (value: string): Wrong => {
    const [, address = '', bits = '0'] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(value) ?? [];
    const most = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
    return Number(bits) <= most ? null : {};
  },
  timezone: (value: string): Wrong => {
    if (isTimezone(value)) return null;
    const meant = zoneOfCity(value);
    if (meant !== null) return { hint: `did you mean ${meant}?` };
    return nearestHint(value, Intl.supportedValuesOf('timeZone'));
  },
};

/** Whether Node knows the zone. Names only, as the data base writes them: "+01:00" has no summer time. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // The one way to ask: a name that is not known is a RangeError.
    return false;
  }
}

/** The zone of a city, such as Europe/Berlin for "berlin" and "Belrin"; null where no zone is called so. */
export function zoneOfCity(typed: string): string | null {
  const city = typed.trim().replace(/\s+/g, '_').toLowerCase();
  const cities = Intl.supportedValuesOf('timeZone').map((zone) => ({
    zone,
    name: zone.slice(zone.lastIndexOf('/') + 1).toLowerCase(),
  }));
  const exact = cities.find(({ name }) => name === city);
  // Two edits in six letters, and the first letter is right: a city that is missing must not become another one.
  const near = cities.find(
    ({ name }) => name[0] === city[0] && distance(name, city) <= Math.floor(city.length / 3),
  );
  return (exact ?? near)?.zone ?? null;
}
