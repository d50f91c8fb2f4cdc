/** Texts as values of each kind that a parameter can have, with pydantic's complaints. */

import { type Complaint, complain, type Reading, read } from './fault.ts';
import { integerOf, trimSpace } from './integer.ts';

/** Limits of a number, by their JSON Schema names. */
export interface Bounds {
  readonly multipleOf?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
}

/** Limits of a text. Lengths are code points. */
export interface TextLimits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/** The integer in a text; beyond 2^53 it is no longer exact. */
export function readInteger(text: string, bounds: Bounds): Reading {
  const value = integerOf(text);
  if (value === null) {
    return complain(
      'int_parsing',
      'Input should be a valid integer, unable to parse string as an integer',
    );
  }
  if (value === 'size') {
    return complain(
      'int_parsing_size',
      'Unable to parse input string as an integer, exceeded maximum size',
    );
  }
  return bounded(Number(value), bounds);
}

const FLOAT = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|(inf(?:inity)?|nan))$/i;

/** The number in a text: `inf`, `nan`, `.5` and `1_000.5` are numbers. */
export function readNumber(text: string, bounds: Bounds): Reading {
  // Underscores are only taken where the text has no white space at its ends.
  const isSpaced = trimSpace(text) !== text;
  const plain = isSpaced || !hasFineUnderscores(text) ? trimSpace(text) : text.replaceAll('_', '');
  const word = FLOAT.exec(plain)?.[1]?.toLowerCase();
  if (!FLOAT.test(plain)) {
    return complain(
      'float_parsing',
      'Input should be a valid number, unable to parse string as a number',
    );
  }
  if (word === undefined) return bounded(Number(plain), bounds);
  const size = word === 'nan' ? Number.NaN : Number.POSITIVE_INFINITY;
  return bounded(plain.startsWith('-') ? -size : size, bounds);
}

function hasFineUnderscores(text: string): boolean {
  return text.includes('_') && !/^_|_$|__/.test(text);
}

const YES = new Set(['1', 't', 'y', 'on', 'yes', 'true']);
const NO = new Set(['0', 'f', 'n', 'no', 'off', 'false']);

export function readBoolean(text: string): Reading {
  const word = text.toLowerCase();
  if (YES.has(word)) return read(true);
  if (NO.has(word)) return read(false);
  return complain('bool_parsing', 'Input should be a valid boolean, unable to interpret input');
}

/** One of `words`, exactly. */
export function readLiteral(text: string, words: readonly string[]): Reading {
  if (words.includes(text)) return read(text);
  const quoted = words.map((word) => `'${word}'`);
  const expected = [quoted.slice(0, -1).join(', '), quoted.at(-1)].filter(Boolean).join(' or ');
  return complain('literal_error', `Input should be ${expected}`, { expected });
}

export function readText(text: string, limits: TextLimits): Reading {
  const complaint = lengthComplaint(text, limits);
  if (complaint !== null) return { ok: false, complaint };
  const { pattern } = limits;
  return pattern === undefined || new RegExp(pattern, 'u').test(text)
    ? read(text)
    : complain('string_pattern_mismatch', `String should match pattern '${pattern}'`, { pattern });
}

function lengthComplaint(text: string, { minLength, maxLength }: TextLimits): Complaint | null {
  const length = lengthIn(text, minLength, maxLength);
  if (maxLength !== undefined && length > maxLength) {
    const msg = `String should have at most ${characters(maxLength)}`;
    return { type: 'string_too_long', msg, ctx: { max_length: maxLength } };
  }
  if (minLength !== undefined && length < minLength) {
    const msg = `String should have at least ${characters(minLength)}`;
    return { type: 'string_too_short', msg, ctx: { min_length: minLength } };
  }
  return null;
}

/** Code points; where the limits hold in UTF-16 units as well, units are as good and need no counting. */
function lengthIn(text: string, minLength = 0, maxLength = Number.POSITIVE_INFINITY): number {
  const { length } = text;
  return length <= maxLength && length >= 2 * minLength ? length : [...text].length;
}

function characters(count: number): string {
  return `${count} ${count === 1 ? 'character' : 'characters'}`;
}

/** The first bound that `value` breaks is told, in pydantic's order. NaN breaks every one. */
function bounded(value: number, bounds: Bounds): Reading {
  const { multipleOf, maximum, exclusiveMaximum, minimum, exclusiveMinimum } = bounds;
  const should = (type: string, words: string, key: string, bound: number) =>
    complain(type, `Input should be ${words} ${bound}`, { [key]: bound });
  if (multipleOf !== undefined && value % multipleOf !== 0) {
    return should('multiple_of', 'a multiple of', 'multiple_of', multipleOf);
  }
  if (maximum !== undefined && !(value <= maximum)) {
    return should('less_than_equal', 'less than or equal to', 'le', maximum);
  }
  if (exclusiveMaximum !== undefined && !(value < exclusiveMaximum)) {
    return should('less_than', 'less than', 'lt', exclusiveMaximum);
  }
  if (minimum !== undefined && !(value >= minimum)) {
    return should('greater_than_equal', 'greater than or equal to', 'ge', minimum);
  }
  if (exclusiveMinimum !== undefined && !(value > exclusiveMinimum)) {
    return should('greater_than', 'greater than', 'gt', exclusiveMinimum);
  }
  return read(value);
}
