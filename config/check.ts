/**
 * Checks a whole file: syntax, schema and rules between fields, and gives every fault of all three at its place. One walk
 * puts variables and defaults in and checks each value, so that none is ever taken that was not checked. What is wrong is
 * left out. A property test holds the result against typebox's own check of the whole.
 */

import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { type ConfigDocument, parseYaml } from './document.ts';
import { type Env, interpolate, unsetAddress } from './environment.ts';
import {
  type ConfigFault,
  type FaultPath,
  type Finding,
  nearest,
  shown,
  shownKey,
} from './fault.ts';
import { checkText, expectation, type SchemaNode, schemaNode } from './forms.ts';
import { checkRules, checkZones, type Incomplete, type RuleFinding } from './rules.ts';
import { ZONES_FILE, type ZonesFile } from './schema/camera.ts';
import { CONFIG_FILE, type ConfigFile } from './schema/file.ts';

/** What a file says, of which what is wrong is left out, and all of its faults in its order. */
export interface Checked<File> {
  readonly file: File;
  readonly faults: readonly ConfigFault[];
}

/** Reads and checks the text of a configuration file. Never throws on a bad one. */
export function checkFile(text: string, env: Env): Checked<ConfigFile> {
  return check(text, CONFIG_FILE, checkRules, { env, mayLackVariables: false });
}

/** Reads and checks the text of a file of zones alone. Never throws on a bad one. */
export function checkZonesFile(text: string, env: Env): Checked<ZonesFile> {
  const rules = ({ zones }: Incomplete<ZonesFile>) => checkZones(zones, ['zones']);
  return check(text, ZONES_FILE, rules, { env, mayLackVariables: false });
}

/** Faults of a configuration that a command has changed: variables not set here may be set where the server runs. */
export function checkEdited(text: string, env: Env): readonly ConfigFault[] {
  return check(text, CONFIG_FILE, checkRules, { env, mayLackVariables: true }).faults;
}

/** The environment, and whether a variable that it lacks is no fault: its text then counts as right. */
interface Variables {
  readonly env: Env;
  readonly mayLackVariables: boolean;
}

function check<Schema extends TSchema>(
  text: string,
  schema: Schema,
  rules: (file: Incomplete<Static<Schema>>) => readonly RuleFinding[],
  variables: Variables,
): Checked<Static<Schema>> {
  const document = parseYaml(text);
  const reader = new Reader(document, variables);
  const root = { node: document.contents, path: [], schema: schemaNode(schema), offset: 0 };
  const file = reader.read(root) as Static<Schema>;
  const found = rules((file ?? {}) as Incomplete<Static<Schema>>).map(({ path, ...finding }) =>
    document.fault(document.offsetOf(path), path, finding),
  );
  const faults = [...document.faults, ...reader.faults, ...found];
  return { file, faults: faults.sort((a, b) => a.line - b.line || a.column - b.column) };
}

/** Most nodes that are read, aliases followed: a file of a few bytes can name billions. Chosen here; tested by a bomb. */
const MAX_NODES = 400_000;

/** Deepest nesting; the schema itself needs ten levels, the rest is for options of detectors. An alias can name itself. */
const MAX_LEVELS = 40;

/** Settings of before, and what to do about them. */
const GONE: ReadonlyMap<string, string> = new Map([
  ['idle_pause', 'cameras are not paused between samples any more; delete this line'],
]);

/** Something in the file, and what it should be. */
interface Place {
  readonly node: unknown;
  readonly path: FaultPath;
  readonly schema: SchemaNode;
  /** Where it stands, or the nearest thing around it that has a place. */
  readonly offset: number;
}

/** Every method gives the value at a place, or undefined where it is wrong, which is a fault then. */
class Reader {
  readonly faults: ConfigFault[] = [];
  readonly #document: ConfigDocument;
  readonly #variables: Variables;
  #nodes = 0;

  constructor(document: ConfigDocument, variables: Variables) {
    this.#document = document;
    this.#variables = variables;
  }

  read({ node, path, schema, offset: above }: Place): unknown {
    const at = { node, path, schema, offset: offsetOf(node) ?? above };
    this.#nodes += 1;
    // One fault for all values beyond the limit.
    if (this.#nodes > MAX_NODES + 1) return undefined;
    if (this.#nodes > MAX_NODES) {
      return this.#report(at, { expected: `at most ${MAX_NODES} values`, got: 'more' });
    }
    if (path.length > MAX_LEVELS) {
      return this.#report(at, { expected: `at most ${MAX_LEVELS} levels`, got: 'more' });
    }
    const found = isAlias(node) ? this.#document.resolve(node) : node;
    if (isAlias(node) && found === null) return this.#report(at, NO_ANCHOR);
    return this.#found(at, found);
  }

  #found(at: Place, found: unknown): unknown {
    const { schema } = at;
    if (isMap(found) && takes(schema, 'object')) return this.#map(at, found);
    if (isSeq(found) && takes(schema, 'array')) return this.#list(at, found.items);
    const value = isScalar(found) ? found.value : emptyLike(found);
    if (typeof value === 'string' && takes(schema, 'string')) return this.#text(at, value);
    const isKnownToJson = typeof value !== 'number' || Number.isFinite(value);
    const isFit = isFree(schema) || Value.Check(schema as TSchema, value);
    if (isKnownToJson && isFit) return value;
    return this.#wrong(at, value);
  }

  #report({ offset, path }: Place, finding: Finding): undefined {
    this.faults.push(this.#document.fault(offset, path, finding));
    return undefined;
  }

  /** A text where none belongs may be anything: it is named, not shown. */
  #wrong(place: Place, value: unknown): undefined {
    const { schema } = place;
    const isHidden = schema['x-secret'] === true && value !== null && typeof value !== 'object';
    const plain = typeof value === 'string' ? 'a text' : shown(value);
    const got = isHidden ? 'another value (not shown)' : plain;
    const hint = typeHint(value, schema);
    return this.#report(place, { expected: expectation(schema), got, hint });
  }

  /** The list; an entry that is wrong stays as a hole, so that paths keep their indexes. */
  #list(place: Place, entries: readonly unknown[]): unknown {
    const { schema, path, offset } = place;
    const { items = {}, maxItems = Infinity, minItems = 0 } = schema;
    const most = isTuple(items) ? items.length : maxItems;
    if (entries.length > most || entries.length < (isTuple(items) ? most : minItems)) {
      const got = entries.length === 0 ? 'an empty list' : `a list of ${entries.length}`;
      this.#report(place, { expected: expectation(schema), got });
      // Thousands of entries too many would bury this fault under their own.
      if (entries.length > maxItems) return undefined;
    }
    return entries.map((node, at) => {
      const item = isTuple(items) ? (items[at] ?? {}) : items;
      return this.read({ node, path: [...path, at], schema: item, offset });
    });
  }

  /** The map as a plain object: no key twice, none unknown, none missing, defaults put in. */
  #map(place: Place, { items }: YAMLMap): unknown {
    const { properties = {} } = place.schema;
    /** Where each key was seen first. */
    const seen = new Map<string, number>();
    /** Keys that a misspelt one was probably meant to be: not reported as missing too. */
    const meant = new Set<string | null>();
    const value: Record<string, unknown> = {};
    for (const { key: name, value: node } of items) {
      const key = isScalar(name) ? String(name.value) : '';
      const schema = schemaAt(place.schema, key);
      const offset = offsetOf(name) ?? place.offset;
      const at = { node, path: [...place.path, key], schema: schema ?? {}, offset };
      if (seen.has(key)) this.#twice(at, key, seen.get(key) ?? 0);
      else if (schema === undefined) meant.add(this.#unknownKey(at, key, Object.keys(properties)));
      else define(value, key, this.read(at));
      if (!seen.has(key)) seen.set(key, offset);
    }
    for (const [key, schema] of Object.entries(properties)) {
      const left = seen.has(key) ? undefined : this.#leftOut(place, key, schema, meant.has(key));
      define(value, key, left);
    }
    return value;
  }

  /** The default of a key that is not there; without one, it is missing. */
  #leftOut(place: Place, key: string, schema: SchemaNode, isMisspelt: boolean): unknown {
    if (schema.default !== undefined) return Value.Default(schema as TSchema, undefined);
    if (isMisspelt || place.schema.required?.includes(key) !== true) return undefined;
    const finding = { expected: expectation(schema), got: 'nothing', hint: `add "${key}:" here` };
    return this.#report({ ...place, path: [...place.path, key] }, finding);
  }

  #twice(at: Place, key: string, first: number): undefined {
    return this.#report(at, {
      expected: 'each key once',
      got: `${shownKey(key)} a second time`,
      hint: `it is in line ${this.#document.lineOf(first)} already; keep one of the two`,
    });
  }

  /** @returns the key that was probably meant. */
  #unknownKey(at: Place, key: string, known: readonly string[]): string | null {
    const near = nearest(key, known);
    const others = near === null ? `known here: ${known.join(', ')}` : `did you mean ${near}?`;
    const hint = GONE.get(key) ?? others;
    this.#report(at, { expected: 'a known key', got: shownKey(key), hint });
    return near;
  }

  /** The text with its variables put in. What came from the environment or is secret is never shown. */
  #text(place: Place, written: string): unknown {
    const { env, mayLackVariables } = this.#variables;
    const isSecret = place.schema['x-secret'] === true;
    const { text, isFromEnvironment, unset, faults } = interpolate(written, env);
    if (unset.length > 0 && mayLackVariables) return undefined;
    if (unset.length > 0 && isSecret && faults.length === unset.length) return unsetAddress(unset);
    for (const fault of faults) this.#report(place, fault);
    if (faults.length > 0) return undefined;
    const finding = checkText(text, place.schema);
    if (finding === null) return text;
    const isQuotation = finding.got.startsWith('"');
    if (isSecret && isQuotation) {
      return this.#report(place, { ...finding, got: 'another text (not shown)' });
    }
    if (isSecret || !isFromEnvironment) return this.#report(place, finding);
    return this.#report(place, {
      expected: finding.expected,
      got: `${shown(written)} with a value that does not fit`,
      hint: 'check the environment variable',
    });
  }
}

const NO_ANCHOR: Finding = {
  expected: 'the name of an anchor above',
  got: 'an alias of none',
  hint: 'put a text that starts with "*" in quotes',
};

/** What a section or a list is where neither belongs; null for nothing at all. */
function emptyLike(node: unknown): unknown {
  if (isMap(node)) return {};
  return isSeq(node) ? [] : null;
}

function offsetOf(node: unknown): number | undefined {
  return (node as Node | null)?.range?.[0];
}

/** Options of detectors are any JSON value: the detector checks them. */
function isFree({ type, anyOf, const: constant }: SchemaNode): boolean {
  return type === undefined && anyOf === undefined && constant === undefined;
}

/** Of the value under a key; undefined for a key that is not known. */
function schemaAt(schema: SchemaNode, key: string): SchemaNode | undefined {
  if (isFree(schema)) return {};
  const { properties = {}, patternProperties = {} } = schema;
  return Object.hasOwn(properties, key) ? properties[key] : Object.values(patternProperties)[0];
}

function takes(schema: SchemaNode, type: 'object' | 'array' | 'string'): boolean {
  if (schema.anyOf) return schema.anyOf.some((one) => takes(one, type));
  return schema.type === type || isFree(schema);
}

function isTuple(items: SchemaNode['items']): items is readonly SchemaNode[] {
  return Array.isArray(items);
}

/** An own property whatever the key: `__proto__` is a key like any other. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (value === undefined) return;
  const property = { value, enumerable: true, configurable: true, writable: true };
  Object.defineProperty(target, key, property);
}

function typeHint(value: unknown, schema: SchemaNode): string | undefined {
  const isScalarWanted = schema.type !== 'object' && schema.type !== 'array' && schema.type;
  if (!isScalarWanted || (typeof value === 'object' && value !== null)) return undefined;
  if (typeof value === 'string') {
    return value.includes('${') ? 'variables work in texts only' : 'write it without quotes';
  }
  if (value === null) return 'write a value, or remove the line';
  if (schema['x-unit']) {
    return `write it with its unit, such as ${schema.default ?? schema['x-minimum']}`;
  }
  return schema.type === 'string' ? 'put it in quotes' : undefined;
}
