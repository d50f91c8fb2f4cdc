/**
 * The parameters of a route, read from a request in FastAPI's order: path, query, header; in each as declared. All
 * faults are told together, in the words of FastAPI and pydantic: docs/method.md#validation.
 *
 * A schema that is `Type.Optional` may be absent, and its default is only published; any other default is put in where
 * the parameter is absent; what has neither is required.
 */

import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** Schemas by name, in the order of their faults. Header names are in lower case. */
export interface ParameterSchemas {
  readonly path: TProperties;
  readonly query: TProperties;
  readonly header: TProperties;
}

/** What a handler gets for `Schemas`. */
export interface Parameters<Schemas extends ParameterSchemas> {
  readonly path: Static<TObject<Schemas['path']>>;
  readonly query: Static<TObject<Schemas['query']>>;
  readonly header: Static<TObject<Schemas['header']>>;
}

/** Texts of a request by the name of their parameter. */
export interface ParameterTexts {
  readonly path: ReadonlyMap<string, string>;
  readonly query: ReadonlyMap<string, string>;
  readonly header: ReadonlyMap<string, string>;
}

export type ParameterReading<Schemas extends ParameterSchemas> =
  | { readonly ok: true; readonly parameters: Parameters<Schemas> }
  | { readonly ok: false; readonly faults: readonly Fault[] };

const SOURCES = ['path', 'query', 'header'] as const;
type Source = (typeof SOURCES)[number];

interface Reader {
  readonly source: Source;
  readonly name: string;
  readonly isOptional: boolean;
  readonly fallback: unknown;
  readonly read: (text: string) => Reading;
}

/** Makes the reader of a route's parameters. Throws for a kind of schema that no parameter has. */
export function parameterReader<Schemas extends ParameterSchemas>(
  schemas: Schemas,
): (texts: ParameterTexts) => ParameterReading<Schemas> {
  const readers = SOURCES.flatMap((source) =>
    Object.entries(schemas[source]).map(([name, schema]) => readerOf(source, name, schema)),
  );
  const read = (texts: ParameterTexts): ParameterReading<Schemas> => {
    const faults: Fault[] = [];
    const values: Record<Source, Record<string, unknown>> = { path: {}, query: {}, header: {} };
    for (const reader of readers) {
      readInto(reader, texts[reader.source].get(reader.name), values, faults);
    }
    // Every value was read by its schema, so these are the types that the schemas say.
    return faults.length > 0
      ? { ok: false, faults }
      : { ok: true, parameters: values as unknown as Parameters<Schemas> };
  };
  // Most requests bring nothing that is read: what comes of it is made once.
  const readsHeaders = readers.some(({ source }) => source === 'header');
  const ofNothing = read({ path: NONE, query: NONE, header: NONE });
  return (texts) =>
    !readsHeaders && texts.path.size + texts.query.size === 0 ? ofNothing : read(texts);
}

const NONE: ReadonlyMap<string, string> = new Map();

function readInto(
  { source, name, isOptional, fallback, read }: Reader,
  text: string | undefined,
  values: Record<Source, Record<string, unknown>>,
  faults: Fault[],
): void {
  if (text === undefined) {
    if (isOptional) return;
    if (fallback === undefined) {
      faults.push({ type: 'missing', loc: [source, name], msg: 'Field required', input: null });
    } else values[source][name] = fallback;
    return;
  }
  const reading = read(text);
  if (reading.ok) {
    values[source][name] = reading.value;
  } else {
    const { type, msg, ctx } = reading.complaint;
    const fault = { type, loc: [source, name], msg, input: text };
    faults.push(ctx === undefined ? fault : { ...fault, ctx });
  }
}

interface ScalarSchema extends Bounds, TextLimits {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly default?: unknown;
}

function readerOf(source: Source, name: string, schema: TSchema): Reader {
  const node = schema as ScalarSchema;
  return {
    source,
    name,
    isOptional: Type.IsOptional(schema),
    fallback: node.default,
    read: kindOf(node, name),
  };
}

function kindOf(node: ScalarSchema, name: string): (text: string) => Reading {
  const words = node.enum ?? (node.const === undefined ? undefined : [node.const]);
  if (words !== undefined) return (text) => readLiteral(text, words);
  switch (node.type) {
    case 'integer':
      return (text) => readInteger(text, node);
    case 'boolean':
      return readBoolean;
    case 'string':
      return (text) => readText(text, node);
    default:
      throw new Error(`the parameter ${name} is of a kind that cannot be read: ${node.type}`);
  }
}

/**
 * The query as FastAPI reads it: `+` is a space, names are decoded and case-sensitive, `;` separates nothing, `n` and `n=` are
 * both the empty text. Measured on FastAPI 0.142: docs/method.md#validation. Of a name that comes again the last value counts.
 */
export function parseQuery(rawQuery: string | null): ReadonlyMap<string, string> {
  if (rawQuery === null || rawQuery === '') return NONE;
  const values = new Map<string, string>();
  for (const piece of rawQuery.split('&')) {
    if (piece === '') continue;
    const mark = piece.indexOf('=');
    const name = mark === -1 ? piece : piece.slice(0, mark);
    values.set(decode(name), mark === -1 ? '' : decode(piece.slice(mark + 1)));
  }
  return values;
}

function decode(text: string): string {
  return decodePercent(text.replaceAll('+', ' '));
}

/** As FastAPI undoes it: never an error. Source: `urllib.parse.unquote` of Python. */
const RUN = /(?:%[0-9A-Fa-f]{2})+/g;

/** The text with its percent-encoding undone. What is no encoding stays; what is no UTF-8 becomes U+FFFD. */
export function decodePercent(text: string): string {
  return text.includes('%')
    ? text.replace(RUN, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))
    : text;
}

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
type Reading =
  | { readonly ok: true; readonly value: string | number | boolean }
  | { readonly ok: false; readonly complaint: Complaint };

function read(value: string | number | boolean): Reading {
  return { ok: true, value };
}

function complain(type: string, msg: string, ctx?: Fault['ctx']): Reading {
  return { ok: false, complaint: ctx === undefined ? { type, msg } : { type, msg, ctx } };
}

/** Limits of a number, by their JSON Schema names. */
interface Bounds {
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
function readInteger(text: string, bounds: Bounds): Reading {
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

const YES = new Set(['1', 't', 'y', 'on', 'yes', 'true']);
const NO = new Set(['0', 'f', 'n', 'no', 'off', 'false']);

function readBoolean(text: string): Reading {
  const word = text.toLowerCase();
  if (YES.has(word)) return read(true);
  if (NO.has(word)) return read(false);
  return complain('bool_parsing', 'Input should be a valid boolean, unable to interpret input');
}

/** One of `words`, exactly. */
function readLiteral(text: string, words: readonly string[]): Reading {
  if (words.includes(text)) return read(text);
  const quoted = words.map((word) => `'${word}'`);
  const expected = [quoted.slice(0, -1).join(', '), quoted.at(-1)].filter(Boolean).join(' or ');
  return complain('literal_error', `Input should be ${expected}`, { expected });
}

function readText(text: string, limits: TextLimits): Reading {
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
  const { maximum, exclusiveMaximum, minimum, exclusiveMinimum } = bounds;
  const should = (type: string, words: string, key: string, bound: number) =>
    complain(type, `Input should be ${words} ${bound}`, { [key]: bound });
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
