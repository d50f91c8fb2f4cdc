/**
 * Reads the tree of the file by the schema: gives the value with variables and defaults put in, and every fault of it.
 * One walk does both, so that no value is ever taken that was not checked. What is wrong is left out of the value.
 */

import { type Alias, isAlias, isMap, isScalar, isSeq } from 'yaml';
import type { ConfigDocument } from '../document.ts';
import { expectation, shown } from '../expectation.ts';
import type { ConfigFault } from '../fault.ts';
import {
  kindOf,
  NOTHING,
  offsetOf,
  type Place,
  type Reading,
  report,
  reportKind,
  type Variables,
} from '../reading.ts';
import type { SchemaNode } from '../schema-node.ts';
import { readList } from './list-reader.ts';
import { readMap } from './map-reader.ts';
import { readScalar, readText } from './scalar-reader.ts';

/** Most nodes that are read, aliases followed: a file of a few bytes can name billions. Chosen here; tested by a bomb. */
const MAX_NODES = 400_000;

/** Deepest nesting; the schema itself needs ten levels, the rest is for options of detectors. An alias can name itself. */
const MAX_LEVELS = 40;

export interface ReadResult {
  /** The value with all that is wrong left out; fits the schema exactly when there are no faults. */
  readonly value: unknown;
  readonly faults: readonly ConfigFault[];
}

/** Reads the whole document. */
export function readDocument(
  document: ConfigDocument,
  schema: SchemaNode,
  variables: Variables,
): ReadResult {
  const reading: Reading = { ...variables, document, faults: [], nodes: 0, read };
  const value = read(reading, { node: document.yaml.contents, path: [], schema, offset: 0 });
  return { value, faults: reading.faults };
}

function read(reading: Reading, place: Place): unknown {
  reading.nodes += 1;
  if (reading.nodes > MAX_NODES) return reportTooMany(reading, place);
  if (place.path.length > MAX_LEVELS) return reportTooDeep(reading, place);
  const node = isAlias(place.node) ? reading.document.resolve(place.node) : place.node;
  if (node === null && isAlias(place.node)) return reportUnnamed(reading, place, place.node);
  const at: Place = { ...place, node, offset: offsetOf(place.node) ?? place.offset };
  const { schema } = at;
  if (schema.anyOf) return readAny(reading, at, schema.anyOf);
  if (schema.type === 'object') {
    return isMap(node) ? readMap(reading, at, node) : reportKind(reading, at);
  }
  if (schema.type === 'array') {
    return isSeq(node) ? readList(reading, at, node) : reportKind(reading, at);
  }
  const isFree = schema.type === undefined && schema.const === undefined;
  return isFree ? readFree(reading, at) : readScalar(reading, at);
}

function reportUnnamed(reading: Reading, place: Place, alias: Alias): undefined {
  const at = { ...place, offset: offsetOf(alias) ?? place.offset };
  const expected = 'the name of an anchor above';
  return report(reading, at, {
    expected,
    got: 'an alias of none',
    hint: 'put a text that starts with "*" in quotes',
  });
}

function reportTooDeep(reading: Reading, place: Place): undefined {
  return report(reading, place, { expected: `at most ${MAX_LEVELS} levels`, got: 'more' });
}

function reportTooMany(reading: Reading, place: Place): undefined {
  if (reading.nodes !== MAX_NODES + 1) return NOTHING;
  return report(reading, place, { expected: `at most ${MAX_NODES} values`, got: 'more' });
}

/** A choice of scalars: the first alternative that fits, else one fault for all of them. */
function readAny(reading: Reading, place: Place, schemas: readonly SchemaNode[]): unknown {
  for (const schema of schemas) {
    const trial: Reading = { ...reading, faults: [] };
    const value = read(trial, { ...place, schema });
    if (trial.faults.length === 0) return value;
  }
  const got = isScalar(place.node) ? shown(place.node.value) : kindOf(place.node);
  return report(reading, place, { expected: expectation(place.schema), got });
}

const ANY_MAP: SchemaNode = { type: 'object', patternProperties: { '.*': {} } };
const ANY_LIST: SchemaNode = { type: 'array', items: {} };

/** Options of detectors: any JSON value; the detector checks them. */
function readFree(reading: Reading, place: Place): unknown {
  const { node } = place;
  if (isMap(node)) return readMap(reading, { ...place, schema: ANY_MAP }, node);
  if (isSeq(node)) return readList(reading, { ...place, schema: ANY_LIST }, node);
  const value = isScalar(node) ? node.value : null;
  if (typeof value === 'string') {
    return readText(reading, { ...place, schema: { type: 'string' } }, value);
  }
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return report(reading, place, { expected: 'a value that JSON knows', got: 'another' });
}
