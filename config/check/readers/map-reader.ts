/** Reads maps: known keys by their schemas, no key twice, none unknown, none missing, defaults put in. */

import { isScalar, type Pair, type YAMLMap } from 'yaml';
import { expectation } from '../expectation.ts';
import { shownKey } from '../fault.ts';
import { NOTHING, offsetOf, type Place, type Reading, report } from '../reading.ts';
import type { SchemaNode } from '../schema-node.ts';
import { nearest } from '../text.ts';

/** Keys of one map. */
interface Keys {
  /** Where each key was seen first. */
  readonly seen: Map<string, number>;
  /** Keys that a misspelt one was probably meant to be: not reported as missing too. */
  readonly meant: Set<string>;
}

/** The map as a plain object; what is wrong is left out. */
export function readMap(reading: Reading, place: Place, map: YAMLMap): unknown {
  const { properties = {}, patternProperties = {} } = place.schema;
  const [anyKey] = Object.values(patternProperties);
  const keys: Keys = { seen: new Map(), meant: new Set() };
  const value: Record<string, unknown> = {};
  for (const pair of map.items) {
    const key = keyOf(pair);
    const schema = anyKey ?? (Object.hasOwn(properties, key) ? properties[key] : undefined);
    const offset = offsetOf(pair.key) ?? place.offset;
    const at = { node: pair.value, path: [...place.path, key], schema: schema ?? {}, offset };
    if (isTwice(reading, at, keys, key)) continue;
    const found = schema ? reading.read(reading, at) : unknownKey(reading, at, keys, properties);
    if (found !== NOTHING) define(value, key, found);
  }
  fillIn(reading, place, keys, value);
  return value;
}

function keyOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : '';
}

/** An own property whatever the key: `__proto__` is a key like any other. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  const property = { value, enumerable: true, configurable: true, writable: true };
  Object.defineProperty(target, key, property);
}

function isTwice(reading: Reading, at: Place, { seen }: Keys, key: string): boolean {
  const first = seen.get(key);
  if (first === undefined) {
    seen.set(key, at.offset);
    return false;
  }
  report(reading, at, {
    expected: 'each key once',
    got: `${shownKey(key)} a second time`,
    hint: `it is in line ${reading.document.lineOf(first)} already; keep one of the two`,
  });
  return true;
}

function unknownKey(
  reading: Reading,
  at: Place,
  { meant }: Keys,
  properties: Readonly<Record<string, SchemaNode>>,
): undefined {
  const key = String(at.path.at(-1));
  const known = Object.keys(properties);
  const near = nearest(key, known);
  if (near !== null) meant.add(near);
  const hint = near === null ? `known here: ${known.join(', ')}` : `did you mean ${near}?`;
  return report(reading, at, { expected: 'a known key', got: shownKey(key), hint });
}

/** Puts defaults in, and reports what is missing without one. */
function fillIn(
  reading: Reading,
  place: Place,
  { seen, meant }: Keys,
  value: Record<string, unknown>,
): void {
  for (const [key, schema] of Object.entries(place.schema.properties ?? {})) {
    if (seen.has(key)) continue;
    if (schema.default !== undefined) value[key] = defaultOf(schema);
    else if (place.schema.required?.includes(key) && !meant.has(key)) {
      const hint = `add "${key}:" here`;
      const at = { ...place, path: [...place.path, key] };
      report(reading, at, { expected: expectation(schema), got: 'nothing', hint });
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
