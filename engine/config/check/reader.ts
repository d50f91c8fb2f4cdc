/**
 * Reads the tree of the file by the schema: gives the value with variables and defaults put in, and every fault of it.
 * One walk does both, so that no value is ever taken that was not checked. What is wrong is left out of the value.
 */

import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { type Env, interpolate } from '../values/index.ts';
import type { ConfigDocument } from './document.ts';
import { expectation, shown } from './expectation.ts';
import { type ConfigFault, type FaultPath, type Finding, shownKey } from './fault.ts';
import type { SchemaNode } from './schema-node.ts';
import { checkText, nearest } from './text.ts';

/** Stands for a value that is not there or not right. */
const NOTHING = undefined;

/** Most nodes that are read, aliases followed: a file of a few bytes can name billions. Chosen here; tested by a bomb. */
const MOST_NODES = 200_000;

interface Reading {
  readonly document: ConfigDocument;
  readonly env: Env;
  readonly faults: ConfigFault[];
  nodes: number;
}

/** One thing in the file, where it is, and what it should be. */
interface Place {
  readonly node: unknown;
  readonly path: FaultPath;
  readonly schema: SchemaNode;
  /** Where a fault is shown when the node itself has no place. */
  readonly offset: number;
}

export interface ReadResult {
  /** The value with all that is wrong left out; fits the schema exactly when there are no faults. */
  readonly value: unknown;
  readonly faults: readonly ConfigFault[];
}

/** Reads the whole document. */
export function readDocument(document: ConfigDocument, schema: SchemaNode, env: Env): ReadResult {
  const reading: Reading = { document, env, faults: [], nodes: 0 };
  const value = read(reading, { node: document.yaml.contents, path: [], schema, offset: 0 });
  return { value, faults: reading.faults };
}

function read(reading: Reading, place: Place): unknown {
  reading.nodes += 1;
  if (reading.nodes > MOST_NODES) return tooMany(reading, place);
  const node = isAlias(place.node) ? place.node.resolve(reading.document.yaml) : place.node;
  const at: Place = { ...place, node, offset: offsetOf(place.node) ?? place.offset };
  const { schema } = at;
  if (schema.anyOf) return readAny(reading, at, schema.anyOf);
  if (schema.type === 'object')
    return isMap(node) ? readMap(reading, at, node) : wrong(reading, at);
  if (schema.type === 'array') return isSeq(node) ? readSeq(reading, at, node) : wrong(reading, at);
  return schema.type === undefined && schema.const === undefined
    ? readFree(reading, at)
    : readScalar(reading, at);
}

function tooMany(reading: Reading, place: Place): undefined {
  if (reading.nodes === MOST_NODES + 1) {
    report(reading, place, { expected: `at most ${MOST_NODES} values`, got: 'more' });
  }
  return NOTHING;
}

function offsetOf(node: unknown): number | undefined {
  return (node as Node | null)?.range?.[0];
}

function report(reading: Reading, place: Place, finding: Finding): undefined {
  reading.faults.push(reading.document.fault(place.offset, place.path, finding));
  return NOTHING;
}

function wrong(reading: Reading, place: Place): undefined {
  const value = isScalar(place.node) ? place.node.value : place.node;
  const got = isMap(value) ? shown({}) : isSeq(value) ? shown([]) : kindOf(value);
  return report(reading, place, { expected: expectation(place.schema), got });
}

/** A text where no text belongs may be anything: it is named, not shown. */
function kindOf(value: unknown): string {
  return typeof value === 'string' ? 'a text' : shown(value);
}

function readMap(reading: Reading, place: Place, map: YAMLMap): unknown {
  const record = recordSchema(place.schema);
  const value: Record<string, unknown> = {};
  const seen = new Map<string, number>();
  for (const pair of map.items) {
    const key = keyOf(pair);
    const at: Place = {
      node: pair.value,
      path: [...place.path, key],
      schema: record ?? place.schema.properties?.[key] ?? {},
      offset: offsetOf(pair.key) ?? place.offset,
    };
    if (isTwice(reading, at, seen, key)) continue;
    if (!record && !Object.hasOwn(place.schema.properties ?? {}, key)) {
      unknownKey(reading, at, key, Object.keys(place.schema.properties ?? {}));
      continue;
    }
    const found = read(reading, at);
    if (found !== NOTHING) define(value, key, found);
  }
  if (!record) fillIn(reading, place, value, seen);
  return value;
}

/** Own property whatever the key: `__proto__` is a key like any other. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function recordSchema(schema: SchemaNode): SchemaNode | undefined {
  return Object.values(schema.patternProperties ?? {})[0];
}

function keyOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : '';
}

function isTwice(reading: Reading, at: Place, seen: Map<string, number>, key: string): boolean {
  const first = seen.get(key);
  if (first === undefined) {
    seen.set(key, at.offset);
    return false;
  }
  const { line } = reading.document.fault(first, [], { expected: '', got: '' });
  report(reading, at, {
    expected: 'each key once',
    got: `${shownKey(key)} a second time`,
    hint: `it is in line ${line} already; keep one of the two`,
  });
  return true;
}

function unknownKey(reading: Reading, at: Place, key: string, known: readonly string[]): void {
  const near = nearest(key, known);
  report(reading, at, {
    expected: 'a known key',
    got: shownKey(key),
    hint: near === null ? `known here: ${known.join(', ')}` : `did you mean ${near}?`,
  });
}

/** Puts defaults in, and reports what is missing without one. */
function fillIn(
  reading: Reading,
  place: Place,
  value: Record<string, unknown>,
  seen: ReadonlyMap<string, number>,
): void {
  for (const [key, schema] of Object.entries(place.schema.properties ?? {})) {
    if (seen.has(key)) continue;
    if (schema.default !== undefined) value[key] = defaultOf(schema);
    else if (place.schema.required?.includes(key)) {
      const at = { ...place, path: [...place.path, key] };
      report(reading, at, {
        expected: expectation(schema),
        got: 'nothing',
        hint: `add "${key}:" here`,
      });
    }
  }
}

/** The default of a section is made of the defaults of its fields. */
function defaultOf(schema: SchemaNode): unknown {
  if (!schema.properties) return structuredClone(schema.default);
  const fields = Object.entries(schema.properties);
  return Object.fromEntries(
    fields.flatMap(([key, field]) =>
      field.default === undefined ? [] : [[key, defaultOf(field)]],
    ),
  );
}

function readSeq(reading: Reading, place: Place, seq: YAMLSeq): unknown {
  const { items, minItems = 0, maxItems = Infinity, uniqueItems } = place.schema;
  const length = seq.items.length;
  const wanted = Array.isArray(items) ? items.length : null;
  if (wanted === null ? length < minItems || length > maxItems : length !== wanted) {
    const got = length === 0 ? 'an empty list' : `a list of ${length}`;
    report(reading, place, { expected: expectation(place.schema), got });
    if (length > maxItems) return NOTHING;
  }
  const values = seq.items.map((node, at) => {
    const schema = (Array.isArray(items) ? items[at] : items) ?? {};
    return read(reading, { node, path: [...place.path, at], schema, offset: place.offset });
  });
  if (uniqueItems) reportRepeated(reading, place, values, seq);
  return values;
}

function reportRepeated(
  reading: Reading,
  place: Place,
  values: readonly unknown[],
  seq: YAMLSeq,
): void {
  for (const [at, value] of values.entries()) {
    if (value === NOTHING || values.indexOf(value) === at) continue;
    const offset = offsetOf(seq.items[at]) ?? place.offset;
    report(
      reading,
      { ...place, path: [...place.path, at], offset },
      {
        expected: 'each entry once',
        got: `${shown(value)} a second time`,
      },
    );
  }
}

/** A choice of scalars: the first alternative that fits, else one fault for all of them. */
function readAny(reading: Reading, place: Place, schemas: readonly SchemaNode[]): unknown {
  for (const schema of schemas) {
    const trial: Reading = { ...reading, faults: [] };
    const value = read(trial, { ...place, schema });
    if (trial.faults.length === 0) return value;
  }
  const value = isScalar(place.node) ? place.node.value : place.node;
  const got = isMap(value) ? shown({}) : isSeq(value) ? shown([]) : shown(value);
  return report(reading, place, { expected: expectation(place.schema), got });
}

function readScalar(reading: Reading, place: Place): unknown {
  const { schema } = place;
  if (!isScalar(place.node)) return wrong(reading, place);
  const { value } = place.node;
  const isText = schema.type === 'string' || typeof schema.const === 'string';
  if (isText && typeof value === 'string') return readText(reading, place, value);
  if (schema.type === 'boolean' && typeof value === 'boolean') return value;
  if (typeof value === 'number' && isNumberFit(value, schema)) return value;
  return report(reading, place, {
    expected: expectation(schema),
    got: schema['x-secret'] ? kindOf(String(value)) : kindOf(value),
    hint: typeHint(value, schema),
  });
}

function isNumberFit(value: number, schema: SchemaNode): boolean {
  if (schema.type !== 'number' && !(schema.type === 'integer' && Number.isInteger(value)))
    return false;
  return value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity);
}

function typeHint(value: unknown, schema: SchemaNode): string | undefined {
  if (typeof value === 'string' && value.includes('${')) {
    return `variables work in texts only`;
  }
  if (typeof value === 'string') return 'remove the quotes if it has any';
  if (value === null) return 'write a value, or remove the line';
  if (schema['x-unit'])
    return `write it with its unit, such as ${schema.default ?? schema['x-minimum']}`;
  return schema.type === 'string' ? 'put it in quotes' : undefined;
}

function readText(reading: Reading, place: Place, written: string): unknown {
  const { text, isFromEnvironment, faults } = interpolate(written, reading.env);
  for (const fault of faults) report(reading, place, fault);
  if (faults.length > 0) return NOTHING;
  const finding = checkText(text, place.schema);
  if (finding === null) return text;
  if (place.schema['x-secret'])
    return report(reading, place, { ...finding, got: hidden(finding.got) });
  if (!isFromEnvironment) return report(reading, place, finding);
  return report(reading, place, {
    ...finding,
    got: `${shown(written)} with a value that does not fit`,
    hint: 'check the environment variable',
  });
}

/** Words about a secret are kept, quotations of it are not. */
function hidden(got: string): string {
  return got.startsWith('"') ? 'another text (not shown)' : got;
}

/** Options of detectors: any JSON value; the detector checks them. */
function readFree(reading: Reading, place: Place): unknown {
  const { node } = place;
  if (isMap(node)) {
    return readMap(
      reading,
      { ...place, schema: { type: 'object', patternProperties: { '.*': {} } } },
      node,
    );
  }
  if (isSeq(node))
    return readSeq(reading, { ...place, schema: { type: 'array', items: {} } }, node);
  const value = isScalar(node) ? node.value : null;
  if (typeof value === 'string')
    return readText(reading, { ...place, schema: { type: 'string' } }, value);
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return report(reading, place, { expected: 'a value that JSON knows', got: 'another' });
}
