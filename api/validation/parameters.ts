/**
 * The parameters of a route, read from a request in FastAPI's order: path, query, header; in each as declared. All
 * faults are told together, in the words of FastAPI and pydantic: docs/method.md#validation.
 *
 * A schema that is `Type.Optional` may be absent, and its default is only published; any other default is put in where
 * the parameter is absent; what has neither is required.
 */

import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

const SOURCES = ['path', 'query', 'header'] as const;
type Source = (typeof SOURCES)[number];

/** Schemas by name, in the order of their faults. Header names are in lower case. */
export type ParameterSchemas = Readonly<Record<Source, TProperties>>;

/** What a handler gets for schemas, of which those of a place may be left out. */
export type Parameters<Schemas extends Partial<ParameterSchemas>> = {
  readonly [Place in Source]: Schemas[Place] extends TProperties
    ? Static<TObject<Schemas[Place]>>
    : Readonly<Record<never, unknown>>;
};

/** Texts of a request by the name of their parameter. */
type ParameterTexts = Readonly<Record<Source, ReadonlyMap<string, string>>>;

type ParameterReading<Schemas extends ParameterSchemas> =
  | { readonly ok: true; readonly parameters: Parameters<Schemas> }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Makes the reader of a route's parameters. Throws for a kind of schema that no parameter has. */
export function parameterReader<Schemas extends ParameterSchemas>(schemas: Schemas) {
  const readers = SOURCES.flatMap((source) =>
    Object.entries(schemas[source]).map(([name, schema]) => {
      const { default: preset } = schema as ScalarSchema;
      const needed: Reading = preset === undefined ? MISSING : { value: preset };
      const absent = Type.IsOptional(schema) ? null : needed;
      return { source, name, absent, readText: kindOf(schema, name) };
    }),
  );
  return (texts: ParameterTexts): ParameterReading<Schemas> => {
    const faults: Fault[] = [];
    const values = { path: {}, query: {}, header: {} } as Record<Source, Record<string, unknown>>;
    for (const { source, name, absent, readText } of readers) {
      const input = texts[source].get(name) ?? null;
      const reading = input === null ? absent : readText(input);
      if (reading === null) continue;
      if ('value' in reading) values[source][name] = reading.value;
      else {
        const { type, msg, ...ctx } = reading;
        faults.push({ type, loc: [source, name], msg, input, ...ctx });
      }
    }
    // Every value was read by its schema, so these are the types that the schemas say.
    return faults.length > 0
      ? { ok: false, faults }
      : { ok: true, parameters: values as unknown as Parameters<Schemas> };
  };
}

function kindOf(schema: TSchema, name: string): (text: string) => Reading {
  const node = schema as ScalarSchema;
  const words = node.enum ?? (node.const === undefined ? undefined : [node.const]);
  if (words !== undefined) return (text) => readLiteral(text, words);
  if (node.type === 'integer') return (text) => readInteger(text, node);
  if (node.type === 'string') return (text) => readText(text, node);
  throw new Error(`the parameter ${name} is of a kind that cannot be read: ${node.type}`);
}

/**
 * The query as FastAPI reads it: `+` is a space, names are decoded and case-sensitive, `;` separates nothing, `n` and `n=` are
 * both the empty text. Measured on FastAPI 0.142: docs/method.md#validation. Of a name that comes again the last value counts.
 */
export function parseQuery(rawQuery: string | null): ReadonlyMap<string, string> {
  const pieces = (rawQuery ?? '').replaceAll('+', ' ').split('&');
  const pairs = pieces.filter(Boolean).map((piece): [string, string] => {
    const [name = '', value = ''] = piece.split(/=(.*)/s);
    return [decodePercent(name), decodePercent(value)];
  });
  return new Map(pairs);
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

/** What a text was read as, or a fault without its place. */
type Reading = Pick<Fault, 'type' | 'msg' | 'ctx'> | { readonly value: unknown };

const MISSING = { type: 'missing', msg: 'Field required' };

/** Limits of a text: lengths are code points. */
interface TextLimits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** What the pattern allows, in words. */
  readonly 'x-expected'?: string;
}

interface ScalarSchema extends TextLimits {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly default?: unknown;
  readonly maximum?: number;
  readonly minimum?: number;
}

/** The integer in a text; beyond 2^53 it is no longer exact. Of the bounds that it breaks the first is told, in pydantic's order. */
function readInteger(text: string, { maximum, minimum }: ScalarSchema): Reading {
  const exact = integerOf(text);
  if (exact === null) {
    const msg = 'Input should be a valid integer, unable to parse string as an integer';
    return { type: 'int_parsing', msg };
  }
  if (exact === 'size') {
    const msg = 'Unable to parse input string as an integer, exceeded maximum size';
    return { type: 'int_parsing_size', msg };
  }
  const value = Number(exact);
  if (maximum !== undefined && value > maximum) {
    const msg = `Input should be less than or equal to ${maximum}`;
    return { type: 'less_than_equal', msg, ctx: { le: maximum } };
  }
  if (minimum !== undefined && value < minimum) {
    const msg = `Input should be greater than or equal to ${minimum}`;
    return { type: 'greater_than_equal', msg, ctx: { ge: minimum } };
  }
  return { value };
}

/** One of `words`, exactly. */
function readLiteral(text: string, words: readonly string[]): Reading {
  if (words.includes(text)) return { value: text };
  const quoted = words.map((word) => `'${word}'`);
  const expected = [quoted.slice(0, -1).join(', '), quoted.at(-1)].filter(Boolean).join(' or ');
  return { type: 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } };
}

function readText(text: string, limits: TextLimits): Reading {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = limits;
  // Where the limits hold in UTF-16 units as well, units are as good and need no counting.
  const isShort = text.length <= maxLength && text.length >= 2 * minLength;
  const length = isShort ? text.length : [...text].length;
  const should = (words: string, most: number) =>
    `String should have ${words} ${most} ${most === 1 ? 'character' : 'characters'}`;
  if (length > maxLength) {
    const msg = should('at most', maxLength);
    return { type: 'string_too_long', msg, ctx: { max_length: maxLength } };
  }
  if (length < minLength) {
    const msg = should('at least', minLength);
    return { type: 'string_too_short', msg, ctx: { min_length: minLength } };
  }
  if (pattern === undefined || new RegExp(pattern, 'u').test(text)) return { value: text };
  const words = limits['x-expected'];
  const msg = `String should ${words === undefined ? `match pattern '${pattern}'` : `be ${words}`}`;
  return { type: 'string_pattern_mismatch', msg, ctx: { pattern } };
}

/** What Unicode calls white space: JavaScript's own trim keeps U+0085 and takes U+FEFF. */
const SPACE = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const ENDS = new RegExp(`^${SPACE}+|${SPACE}+$`, 'gu');

/** Digits, and the minus, that a text may have; pydantic refuses more, for the time they would take. */
const MAX_LENGTH = 4_300;

/** What begins as a plain number with more digits is told by its size; what must be cleaned first is simply no integer then. */
const PLAIN = /^-?[1-9]\d*/;

/**
 * A sign; digits, or zeros and underscores in front of them: `0__1` is 1, though `1__0` is nothing, and `0-5` is -5; or zeros
 * alone. Behind them may be `.0`.
 */
const INTEGER =
  /^(-?)(?:([1-9]\d*(?:_\d+)*)|0[0_]*(-0|-?[1-9]\d*(?:_\d+)*)|0(?:[0_]*0)?)(?:\.0+)?$/;

/**
 * The integer by pydantic's rules, which take ` 5`, `1_000`, `05` and `1.0` but not `1e3`; `size` where it has too many digits, null where the text is none. Source:
 * protocols page 1.3, and the order of steps of pydantic-core.
 */
function integerOf(text: string): bigint | 'size' | null {
  if ((PLAIN.exec(text)?.[0].length ?? 0) > MAX_LENGTH) return 'size';
  const found = INTEGER.exec(text.replace(ENDS, '').replace(/^\+(?!-)/, ''));
  if (found === null) return null;
  const [, sign = '', plain, behindZeros] = found;
  const digits = (plain ?? behindZeros ?? '0').replaceAll('_', '');
  if (digits.length + sign.length > MAX_LENGTH) return null;
  return sign !== '' && digits.startsWith('-') ? null : BigInt(`${sign}${digits}`);
}

/*
 * The JSON body of a request, held to its schema, or what is wrong with it in the form of the other 422. What was sent is
 * not given back: it may be a password.
 */

/** Faults told at most. Chosen here: no one reads more. */
const MAX_FAULTS = 20;

/** What an error of typebox lists. */
type Lists = Readonly<Record<'allowedValues' | 'additionalProperties', readonly string[]>>;

/** An empty body is an empty object where the schema takes one. */
export async function readJsonBody<Schema extends TSchema>(schema: Schema, bytes: Buffer) {
  const text = bytes.toString('utf8').trim();
  let input: unknown;
  try {
    input = JSON.parse(text === '' ? '{}' : text);
  } catch {
    return { ok: false as const, faults: [fault([], 'json_invalid', 'JSON decode error')] };
  }
  // Some hundred files: the server starts without them.
  const { Pointer, Value } = await import('typebox/value');
  if (Value.Check(schema, input)) return { ok: true as const, body: input as Static<Schema> };
  const faults = [...Value.Errors(schema, input)]
    // Said of each member that is not known; the object that has them names them all.
    .filter(({ keyword }) => keyword !== 'boolean')
    .slice(0, MAX_FAULTS)
    .map(({ instancePath, schemaPath, keyword, params, message }) => {
      const node = Pointer.Get(schema, schemaPath.slice(1)) as TextLimits | undefined;
      const { allowedValues, additionalProperties: unknown } = params as Partial<Lists>;
      // A pattern tells no person what is allowed.
      const one =
        keyword === 'pattern'
          ? node?.['x-expected']
          : allowedValues && `one of ${allowedValues.join(', ')}`;
      const words = unknown ? `must not have ${unknown.join(', ')}` : message;
      return fault(placeOf(instancePath), keyword, `Input ${one ? `must be ${one}` : words}`);
    });
  return { ok: false as const, faults };
}

/** Text as a fault of the body, for what a schema cannot know. */
export function bodyFault(place: readonly (string | number)[], sentence: string): Fault {
  return fault(place, 'value_error', `Value error, ${sentence}`);
}

function fault(place: readonly (string | number)[], type: string, msg: string): Fault {
  return { type, loc: ['body', ...place], msg, input: null };
}

function placeOf(pointer: string): readonly (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/')));
}
