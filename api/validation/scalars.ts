/**
 * Texts as values of each kind that a parameter can have, and what is wrong with them, in the words of FastAPI and pydantic.
 * Templates: docs/method.md#validation.
 */

/** One entry of `detail`; the order of the members is FastAPI's. */
export interface Fault {
  readonly type: string;
  /** Where the parameter is, then its name: `["query", "limit"]`. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  /** As received; null where nothing was. */
  readonly input: string | null;
  /** Bounds and the like; left out where the type has none. */
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** A fault without its place. */
type Complaint = Pick<Fault, 'type' | 'msg' | 'ctx'>;

/** What a text was read as, or what is wrong with it. */
export type Reading =
  | { readonly ok: true; readonly value: string | number | boolean }
  | { readonly ok: false; readonly complaint: Complaint };

function read(value: string | number | boolean): Reading {
  return { ok: true, value };
}

function complain(type: string, msg: string, ctx?: Fault['ctx']): Reading {
  return { ok: false, complaint: ctx === undefined ? { type, msg } : { type, msg, ctx } };
}

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
  /** What the pattern allows, in words. */
  readonly 'x-expected'?: string;
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
  const { pattern, 'x-expected': words } = limits;
  if (pattern === undefined || new RegExp(pattern, 'u').test(text)) return read(text);
  const should = words === undefined ? `match pattern '${pattern}'` : `be ${words}`;
  return complain('string_pattern_mismatch', `String should ${should}`, { pattern });
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

/** What Unicode calls white space: JavaScript's own trim keeps U+0085 and takes U+FEFF. */
const SPACE = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const ENDS = new RegExp(`^${SPACE}+|${SPACE}+$`, 'gu');

/** Digits, and the minus, that a text may have; pydantic refuses more, for the time they would take. */
const MAX_LENGTH = 4_300;

/** The text without white space at its ends. */
function trimSpace(text: string): string {
  return text.replace(ENDS, '');
}

/**
 * The integer by pydantic's rules, which take ` 5`, `1_000`, `05` and `1.0` but not `1e3`; `size` where it has too many digits, null where the text is none. Source:
 * protocols page 1.3, and the order of steps of pydantic-core.
 */
function integerOf(text: string): bigint | 'size' | null {
  if (isTooLong(text)) return 'size';
  const plain = trimSpace(text).replace(/^\+(?!-)/, '');
  const isNegative = plain.startsWith('-');
  const digits = digitsOf(isNegative ? plain.slice(1) : plain);
  if (digits === null || digits.length + Number(isNegative) > MAX_LENGTH) return null;
  if (!isNegative) return BigInt(digits);
  return digits.startsWith('-') ? null : -BigInt(digits);
}

/** Only what begins as a plain number is counted; what must be cleaned first is simply no integer when it is too long. */
function isTooLong(text: string): boolean {
  const [number = ''] = /^-?[1-9]\d*/.exec(text) ?? [];
  return number.length > MAX_LENGTH;
}

/** The digits of a text without its sign, or null. */
function digitsOf(text: string): string | null {
  const whole = withoutLeadingZeros(text)?.replace(/\.0+$/, '') ?? '';
  return /^-?(?:0|[1-9]\d*(?:_\d+)*)$/.test(whole) ? whole.replaceAll('_', '') : null;
}

/**
 * Zeros in front go, and underscores among them: `0__1` is 1, though `1__0` is nothing, and `0-5` is -5. Where nothing
 * else is left one digit stays.
 */
function withoutLeadingZeros(text: string): string | null {
  if (!/^\d/.test(text)) return null;
  const zeros = /^0[0_]*/.exec(text)?.[0].length ?? 0;
  const rest = text.slice(zeros);
  return zeros > 0 && !/^[-1-9]/.test(rest) ? text.slice(zeros - 1) : rest;
}
