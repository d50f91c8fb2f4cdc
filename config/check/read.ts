/**
 * Reads the tree of the file by the schema: gives the value with variables and defaults put in, and every fault of it.
 * One walk does both, so that no value is ever taken that was not checked. What is wrong is left out of the value.
 */

import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { type Env, interpolate } from '../values/interpolation.ts';
import { unsetAddress } from '../values/unset.ts';
import type { ConfigDocument } from './document.ts';
import { expectation, shown } from './expectation.ts';
import { type ConfigFault, type FaultPath, type Finding, shownKey } from './fault.ts';
import type { SchemaNode } from './schema-node.ts';
import { checkText, nearest } from './text.ts';

/** Most nodes that are read, aliases followed: a file of a few bytes can name billions. Chosen here; tested by a bomb. */
const MAX_NODES = 400_000;

/** Deepest nesting; the schema itself needs ten levels, the rest is for options of detectors. An alias can name itself. */
const MAX_LEVELS = 40;

/** The environment, and whether a variable that it lacks is no fault: its text then counts as right. */
export interface Variables {
  readonly env: Env;
  readonly mayLackVariables: boolean;
}

export interface ReadResult {
  /** The value with all that is wrong left out; fits the schema exactly when there are no faults. */
  readonly value: unknown;
  readonly faults: readonly ConfigFault[];
}

/** One thing in the file, where it is, and what it should be. */
interface Place {
  readonly node: unknown;
  readonly path: FaultPath;
  readonly schema: SchemaNode;
  /** Where a fault is shown when the node itself has no place. */
  readonly offset: number;
}

/** Reads the whole document. */
export function readDocument(
  document: ConfigDocument,
  schema: SchemaNode,
  variables: Variables,
): ReadResult {
  const reader = new Reader(document, variables);
  const value = reader.read({ node: document.yaml.contents, path: [], schema, offset: 0 });
  return { value, faults: reader.faults };
}

const ANY_MAP: SchemaNode = { type: 'object', patternProperties: { '.*': {} } };
const ANY_LIST: SchemaNode = { type: 'array', items: {} };

/** Every method gives the value at a place, or undefined where it is wrong, which is a fault then. */
class Reader {
  faults: ConfigFault[] = [];
  readonly #document: ConfigDocument;
  readonly #variables: Variables;
  #nodes = 0;

  constructor(document: ConfigDocument, variables: Variables) {
    this.#document = document;
    this.#variables = variables;
  }

  read(place: Place): unknown {
    this.#nodes += 1;
    // One fault for all values beyond the limit.
    if (this.#nodes > MAX_NODES + 1) return undefined;
    if (this.#nodes > MAX_NODES) {
      return this.#report(place, { expected: `at most ${MAX_NODES} values`, got: 'more' });
    }
    if (place.path.length > MAX_LEVELS) {
      return this.#report(place, { expected: `at most ${MAX_LEVELS} levels`, got: 'more' });
    }
    const node = isAlias(place.node) ? this.#document.resolve(place.node) : place.node;
    if (node === null && isAlias(place.node)) return this.#unnamed(place, place.node);
    return this.#bySchema({ ...place, node, offset: offsetOf(place.node) ?? place.offset });
  }

  #bySchema(at: Place): unknown {
    const { node, schema } = at;
    if (schema.anyOf) return this.#any(at, schema.anyOf);
    if (schema.type === 'object') return isMap(node) ? this.#map(at, node) : this.#wrongKind(at);
    if (schema.type === 'array') return isSeq(node) ? this.#list(at, node) : this.#wrongKind(at);
    const isFree = schema.type === undefined && schema.const === undefined;
    return isFree ? this.#free(at) : this.#scalar(at);
  }

  #report(place: Place, finding: Finding): undefined {
    this.faults.push(this.#document.fault(place.offset, place.path, finding));
    return undefined;
  }

  /** A text where none belongs may be anything: it is named, not shown. */
  #wrongKind(place: Place): undefined {
    return this.#report(place, { expected: expectation(place.schema), got: kindOf(place.node) });
  }

  #unnamed(place: Place, alias: Alias): undefined {
    return this.#report(
      { ...place, offset: offsetOf(alias) ?? place.offset },
      {
        expected: 'the name of an anchor above',
        got: 'an alias of none',
        hint: 'put a text that starts with "*" in quotes',
      },
    );
  }

  /** A choice of scalars: the first alternative that fits, else one fault for all of them. */
  #any(place: Place, schemas: readonly SchemaNode[]): unknown {
    const { faults } = this;
    try {
      for (const schema of schemas) {
        this.faults = [];
        const value = this.read({ ...place, schema });
        if (this.faults.length === 0) return value;
      }
    } finally {
      this.faults = faults;
    }
    const got = isScalar(place.node) ? shown(place.node.value) : kindOf(place.node);
    return this.#report(place, { expected: expectation(place.schema), got });
  }

  /** Options of detectors: any JSON value; the detector checks them. */
  #free(place: Place): unknown {
    const { node } = place;
    if (isMap(node)) return this.#map({ ...place, schema: ANY_MAP }, node);
    if (isSeq(node)) return this.#list({ ...place, schema: ANY_LIST }, node);
    const value = isScalar(node) ? node.value : null;
    if (typeof value === 'string')
      return this.#text({ ...place, schema: { type: 'string' } }, value);
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    return this.#report(place, { expected: 'a value that JSON knows', got: 'another' });
  }

  /** The list; an entry that is wrong stays as a hole, so that paths keep their indexes. */
  #list(place: Place, { items }: YAMLSeq): unknown {
    const { schema } = place;
    if (!isLengthRight(schema, items.length)) {
      const got = items.length === 0 ? 'an empty list' : `a list of ${items.length}`;
      this.#report(place, { expected: expectation(schema), got });
      // Thousands of entries too many would bury this fault under their own.
      if (items.length > (schema.maxItems ?? Infinity)) return undefined;
    }
    return items.map((node, at) => {
      const entry = isTuple(schema.items) ? schema.items[at] : schema.items;
      const { offset } = place;
      return this.read({ node, path: [...place.path, at], schema: entry ?? {}, offset });
    });
  }

  /** The map as a plain object: no key twice, none unknown, none missing, defaults put in. */
  #map(place: Place, map: YAMLMap): unknown {
    const { properties = {}, patternProperties = {} } = place.schema;
    const [anyKey] = Object.values(patternProperties);
    /** Where each key was seen first. */
    const seen = new Map<string, number>();
    /** Keys that a misspelt one was probably meant to be: not reported as missing too. */
    const meant = new Set<string>();
    const value: Record<string, unknown> = {};
    for (const pair of map.items) {
      const key = keyOf(pair);
      const schema = anyKey ?? (Object.hasOwn(properties, key) ? properties[key] : undefined);
      const offset = offsetOf(pair.key) ?? place.offset;
      const at = { node: pair.value, path: [...place.path, key], schema: schema ?? {}, offset };
      const first = seen.get(key);
      if (first !== undefined) this.#twice(at, key, first);
      else if (schema === undefined) meant.add(this.#unknownKey(at, key, Object.keys(properties)));
      else define(value, key, this.read(at));
      if (first === undefined) seen.set(key, offset);
    }
    this.#fillIn(place, value, (key) => seen.has(key), meant);
    return value;
  }

  #twice(at: Place, key: string, first: number): undefined {
    return this.#report(at, {
      expected: 'each key once',
      got: `${shownKey(key)} a second time`,
      hint: `it is in line ${this.#document.lineOf(first)} already; keep one of the two`,
    });
  }

  /** @returns the key that was probably meant. */
  #unknownKey(at: Place, key: string, known: readonly string[]): string {
    const near = nearest(key, known);
    const hint = near === null ? `known here: ${known.join(', ')}` : `did you mean ${near}?`;
    this.#report(at, { expected: 'a known key', got: shownKey(key), hint });
    return near ?? '';
  }

  /** Puts defaults in, and reports what is missing without one. */
  #fillIn(
    place: Place,
    value: Record<string, unknown>,
    isSeen: (key: string) => boolean,
    meant: ReadonlySet<string>,
  ): void {
    for (const [key, schema] of Object.entries(place.schema.properties ?? {})) {
      if (isSeen(key)) continue;
      if (schema.default !== undefined) value[key] = defaultOf(schema);
      else if (place.schema.required?.includes(key) && !meant.has(key)) {
        const hint = `add "${key}:" here`;
        const at = { ...place, path: [...place.path, key] };
        this.#report(at, { expected: expectation(schema), got: 'nothing', hint });
      }
    }
  }

  /** The value, of exactly the type that the schema asks: "20" is no number and 5 no text. */
  #scalar(place: Place): unknown {
    const { schema } = place;
    if (!isScalar(place.node)) return this.#wrongKind(place);
    const { value } = place.node;
    const isText = schema.type === 'string' || typeof schema.const === 'string';
    if (isText && typeof value === 'string') return this.#text(place, value);
    if (schema.type === 'boolean' && typeof value === 'boolean') return value;
    if (typeof value === 'number' && isNumberFit(value, schema)) return value;
    const isShown = schema['x-secret'] !== true || value === null;
    return this.#report(place, {
      expected: expectation(schema),
      got: isShown ? kindOf(place.node) : 'another value (not shown)',
      hint: typeHint(value, schema),
    });
  }

  /** The text with its variables put in. What came from the environment or is secret is never shown. */
  #text(place: Place, written: string): unknown {
    const { env, mayLackVariables } = this.#variables;
    const { text, isFromEnvironment, unset, faults } = interpolate(written, env);
    if (unset.length > 0) {
      if (mayLackVariables) return undefined;
      if (place.schema['x-secret'] === true && faults.length === unset.length) {
        return unsetAddress(unset);
      }
    }
    for (const fault of faults) this.#report(place, fault);
    if (faults.length > 0) return undefined;
    const finding = checkText(text, place.schema);
    if (finding === null) return text;
    return this.#report(place, discreet(finding, place.schema, isFromEnvironment ? written : null));
  }
}

function offsetOf(node: unknown): number | undefined {
  return (node as Node | null)?.range?.[0];
}

function kindOf(node: unknown): string {
  if (isMap(node)) return shown({});
  if (isSeq(node)) return shown([]);
  const value = isScalar(node) ? node.value : null;
  return typeof value === 'string' ? 'a text' : shown(value);
}

function isLengthRight(schema: SchemaNode, length: number): boolean {
  if (isTuple(schema.items)) return length === schema.items.length;
  return length >= (schema.minItems ?? 0) && length <= (schema.maxItems ?? Infinity);
}

function isTuple(items: SchemaNode['items']): items is readonly SchemaNode[] {
  return Array.isArray(items);
}

function keyOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : '';
}

/** An own property whatever the key: `__proto__` is a key like any other. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (value === undefined) return;
  const property = { value, enumerable: true, configurable: true, writable: true };
  Object.defineProperty(target, key, property);
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

function isNumberFit(value: number, schema: SchemaNode): boolean {
  const isRightKind =
    schema.type === 'number' || (schema.type === 'integer' && Number.isInteger(value));
  const { minimum = -Infinity, maximum = Infinity } = schema;
  return isRightKind && value >= minimum && value <= maximum;
}

function typeHint(value: unknown, schema: SchemaNode): string | undefined {
  if (typeof value === 'string') {
    return value.includes('${') ? 'variables work in texts only' : 'write it without quotes';
  }
  if (value === null) return 'write a value, or remove the line';
  if (schema['x-unit']) {
    return `write it with its unit, such as ${schema.default ?? schema['x-minimum']}`;
  }
  return schema.type === 'string' ? 'put it in quotes' : undefined;
}

function discreet(finding: Finding, schema: SchemaNode, reference: string | null): Finding {
  const isQuotation = finding.got.startsWith('"');
  if (schema['x-secret'])
    return isQuotation ? { ...finding, got: 'another text (not shown)' } : finding;
  if (reference === null) return finding;
  return {
    expected: finding.expected,
    got: `${shown(reference)} with a value that does not fit`,
    hint: 'check the environment variable',
  };
}
