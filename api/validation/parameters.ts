/**
 * The parameters of a route, read from a request in FastAPI's order: path, query, header; in each as declared. All
 * faults are told together.
 *
 * A schema that is `Type.Optional` may be absent, and its default is only published; any other default is put in where
 * the parameter is absent; what has neither is required.
 */

import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import {
  type Bounds,
  type Fault,
  type Reading,
  readBoolean,
  readInteger,
  readLiteral,
  readNumber,
  readText,
  type TextLimits,
} from './scalars.ts';

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
    case 'number':
      return (text) => readNumber(text, node);
    case 'boolean':
      return readBoolean;
    case 'string':
      return (text) => readText(text, node);
    default:
      throw new Error(`the parameter ${name} is of a kind that cannot be read: ${node.type}`);
  }
}
