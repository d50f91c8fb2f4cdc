/**
 * Checks a whole file: syntax, schema and rules between fields, and gives every fault of all three at its place. One walk
 * puts variables and defaults in and checks each value, so that none is ever taken that was not checked. What is wrong is
 * left out. A property test holds the result against typebox's own check of the whole.
 */

import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import {
  type Document,
  type ErrorCode,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  Scalar,
  visit,
} from 'yaml';
import { type Finding, sentence } from '../errors.ts';
import { type Env, interpolate, unsetAddress } from './environment.ts';
import {
  type ConfigFault,
  type FaultPath,
  formatPath,
  nearest,
  type PlacedFinding,
  shown,
  shownKey,
} from './fault.ts';
import { checkText, expectation, type SchemaNode, schemaNode } from './forms.ts';
import { checkRules, checkZones, type Incomplete } from './rules.ts';
import { ZONES_FILE, type ZonesFile } from './schema/camera.ts';
import { CONFIG_FILE } from './schema/file.ts';

/**
 * Reads and checks the text of a configuration file. Never throws on a bad one.
 *
 * @param mayLack whether a variable that is not set here is no fault: it may be set where the server runs. Its text then
 *   counts as right.
 */
export function checkFile(text: string, env: Env, mayLack = false) {
  return check(text, CONFIG_FILE, checkRules, new Reader(env, mayLack));
}

/** Reads and checks the text of a file of zones alone. Never throws on a bad one. */
export function checkZonesFile(text: string, env: Env) {
  const rules = ({ zones }: Incomplete<ZonesFile>) => checkZones(zones, ['zones']);
  return check(text, ZONES_FILE, rules, new Reader(env, false));
}

/** What a file says, of which what is wrong is left out, and all of its faults in its order. */
function check<Schema extends TSchema>(
  text: string,
  schema: Schema,
  rules: (file: Incomplete<Static<Schema>>) => readonly PlacedFinding[],
  reader: Reader,
) {
  const lines = new LineCounter();
  // Pretty errors and warnings would quote lines with secrets.
  const quiet = { prettyErrors: false, logLevel: 'error' } as const;
  const yaml = parseDocument(text, { ...quiet, lineCounter: lines, stringKeys: true });
  const placed = (offset: number, path: FaultPath, message: string): ConfigFault => {
    const { line, col } = lines.linePos(offset);
    // An empty text has no lines.
    return { line: Math.max(1, line), column: Math.max(1, col), path: formatPath(path), message };
  };
  const syntax = yaml.errors.map(({ pos: [at], code, message }) =>
    UNCLOSED.test(message)
      ? placed(openedAt(yaml, at), [], NOT_CLOSED)
      : placed(at, [], SYNTAX[UNALIGNED.test(message) ? 'BAD_INDENT' : code] ?? OTHER),
  );
  // One slip of the hand makes the parser stumble several times over, and what follows means something else: the first tells it.
  const isLost = yaml.errors.some(({ code }) => !APART.has(code));
  if (isLost) return { file: {} as Static<Schema>, faults: syntax.sort(inOrder).slice(0, 1) };
  markStrays(yaml);
  const file = reader.read(schemaNode(schema), yaml.toJS({ maxAliasCount: -1 }), []);
  const found = [...reader.found, ...rules((file ?? {}) as Incomplete<Static<Schema>>)];
  const faults = found.map((one) =>
    placed(offsetOf(yaml, one.path, one.isOfKey), one.path, sentence(one)),
  );
  return { file: file as Static<Schema>, faults: [...syntax, ...faults].sort(inOrder) };
}

const inOrder = (a: ConfigFault, b: ConfigFault) => a.line - b.line || a.column - b.column;

/** The parser finds at its end what is not closed. @returns where the innermost of it opens. */
function openedAt(yaml: Document.Parsed, end: number): number {
  let start = 0;
  visit(yaml, {
    Node: (_, node) => {
      const isClosed = isScalar(node) ? !node.type?.startsWith('QUOTE') : !('flow' in node);
      if (!isClosed && node.range?.[1] === end) start = Math.max(start, node.range[0]);
    },
  });
  return start;
}

/** Stands for an alias that no anchor above it has. */
const STRAY = '\0stray alias';

function markStrays(yaml: Document.Parsed): void {
  const anchors = new Set<string>();
  visit(yaml, {
    Value: (_, { anchor }) => void (anchor !== undefined && anchors.add(anchor)),
    Alias: (_, { source, range }) => {
      if (anchors.has(source)) return undefined;
      const stray = new Scalar(STRAY);
      stray.range = range ?? null;
      return stray;
    },
  });
}

/** Where a finding belongs: the key itself, or the value, or the nearest thing around it. */
function offsetOf(yaml: Document.Parsed, path: FaultPath, isOfKey = false): number {
  const above = path.slice(0, -1);
  const parent = yaml.getIn(above, true);
  const pair =
    isOfKey && isMap(parent)
      ? parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))
      : undefined;
  const place = pair?.key ?? yaml.getIn(path, true);
  if (isNode(place) && place.range) return place.range[0];
  return path.length === 0 ? 0 : offsetOf(yaml, above);
}

/** Most values that are read, aliases followed: a file of a few bytes can name billions. Chosen here; tested by a bomb. */
const MAX_VALUES = 400_000;
const TOO_MANY = { expected: `at most ${MAX_VALUES} values`, got: 'more' };

/** Deepest nesting; the schema itself needs ten levels, the rest is for options of detectors. An alias can name itself. */
const MAX_LEVELS = 40;
const TOO_DEEP = { expected: `at most ${MAX_LEVELS} levels`, got: 'more' };

type Fields = Readonly<Record<string, unknown>>;

/** Every method gives the value at a place, or undefined where it is wrong, which is a finding then. */
class Reader {
  readonly found: PlacedFinding[] = [];
  readonly #env: Env;
  readonly #mayLack: boolean;
  /** Where each text that may be there once only was first. */
  readonly #firsts = new Map<string, FaultPath>();
  #values = 0;

  constructor(env: Env, mayLack: boolean) {
    this.#env = env;
    this.#mayLack = mayLack;
  }

  read(schema: SchemaNode, value: unknown, path: FaultPath): unknown {
    this.#values += 1;
    // One fault for all values beyond the limit.
    if (this.#values > MAX_VALUES + 1) return undefined;
    if (this.#values > MAX_VALUES) return this.#report(path, TOO_MANY);
    if (path.length > MAX_LEVELS) return this.#report(path, TOO_DEEP);
    if (value === STRAY) return this.#report(path, STRAY_ALIAS);
    if (typeof value === 'string' && takes(schema, 'string')) {
      return this.#text(schema, value, path);
    }
    if (Array.isArray(value) && takes(schema, 'array')) return this.#list(schema, value, path);
    const isMapped = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isMapped && takes(schema, 'object')) return this.#map(schema, value as Fields, path);
    const isKnownToJson = typeof value !== 'number' || Number.isFinite(value);
    const isFit = isFree(schema) || Value.Check(schema as TSchema, value);
    return isKnownToJson && isFit ? value : this.#wrong(schema, value, path);
  }

  #report(path: FaultPath, finding: Finding, isOfKey = false): undefined {
    this.found.push({ path, isOfKey, ...finding });
    return undefined;
  }

  /** A text where none belongs may be anything: it is named, not shown. */
  #wrong(schema: SchemaNode, value: unknown, path: FaultPath): undefined {
    const isHidden = schema['x-secret'] === true && value !== null && typeof value !== 'object';
    const plain = typeof value === 'string' ? 'a text' : shown(value);
    const got = isHidden ? 'another value (not shown)' : plain;
    const hint = typeHint(value, schema);
    return this.#report(path, { expected: expectation(schema), got, hint });
  }

  /** The list; an entry that is wrong stays as a hole, so that paths keep their indexes. */
  #list(schema: SchemaNode, entries: readonly unknown[], path: FaultPath): unknown {
    const { items = {}, maxItems = Infinity, minItems = 0 } = schema;
    const { length } = entries;
    if (length > maxItems || length < minItems) {
      const got = length === 0 ? 'an empty list' : `a list of ${length}`;
      this.#report(path, { expected: expectation(schema), got });
      // Thousands of entries too many would bury this fault under their own.
      if (length > maxItems) return undefined;
    }
    return entries.map((entry, at) => this.read(items, entry, [...path, at]));
  }

  /** The map: no key unknown, none missing, defaults put in. */
  #map(schema: SchemaNode, fields: Fields, path: FaultPath): unknown {
    const { properties = {}, required = [] } = schema;
    /** Keys that a misspelt one was probably meant to be: not reported as missing too. */
    const meant = new Set<string | null>();
    const given = Object.entries(fields).map(([key, value]): [string, unknown] => {
      const field = schemaAt(schema, key);
      if (field === undefined) meant.add(this.#unknownKey(key, path, Object.keys(properties)));
      return [key, field && this.read(field, value, [...path, key])];
    });
    for (const [key, field] of Object.entries(properties)) {
      if (Object.hasOwn(fields, key)) continue;
      given.push([key, Value.Default(field as TSchema, undefined)]);
      if (!required.includes(key) || meant.has(key)) continue;
      const hint = `add "${key}:" here`;
      this.#report([...path, key], { expected: expectation(field), got: 'nothing', hint });
    }
    return Object.fromEntries(given.filter(([, value]) => value !== undefined));
  }

  /** @returns the key that was probably meant. */
  #unknownKey(key: string, path: FaultPath, known: readonly string[]): string | null {
    const near = nearest(key, known);
    const others = near === null ? `known here: ${known.join(', ')}` : `did you mean ${near}?`;
    const hint = key === '<<' ? 'merge keys are not read; write the values out' : others;
    this.#report([...path, key], { expected: 'a known key', got: shownKey(key), hint }, true);
    return near;
  }

  /** The text with its variables put in. What came from the environment or is secret is never shown. */
  #text(schema: SchemaNode, written: string, path: FaultPath): unknown {
    const isSecret = schema['x-secret'] === true;
    const { text, isFromEnvironment, unset, faults } = interpolate(written, this.#env);
    if (unset.length > 0 && this.#mayLack && !isSecret) return undefined;
    const isUnset = unset.length > 0 && (this.#mayLack || faults.length === unset.length);
    if (isUnset && isSecret) return unsetAddress(unset);
    for (const fault of faults) this.#report(path, fault);
    if (faults.length > 0) return undefined;
    const finding = checkText(text, schema);
    if (finding === null) return this.#once(schema, text, path);
    if (isSecret && finding.got.startsWith('"')) {
      return this.#report(path, { ...finding, got: 'another text (not shown)' });
    }
    if (isSecret || !isFromEnvironment) return this.#report(path, finding);
    const got = `${shown(written)} with a value that does not fit`;
    return this.#report(path, { ...finding, got, hint: 'check the environment variable' });
  }

  /** The text, which no other entry may have too where the schema says so. */
  #once({ 'x-unique': unique }: SchemaNode, text: string, path: FaultPath): string {
    if (unique === undefined) return text;
    const scope = unique.in === 'list' ? formatPath(path.slice(0, -2)) : '';
    const key = `${unique.what} ${scope} ${text}`;
    const first = this.#firsts.get(key);
    this.#firsts.set(key, first ?? path.slice(0, -1));
    if (first === undefined) return text;
    const hint = `${formatPath(first)} has it already`;
    const expected = `a ${unique.what} of its own`;
    this.#report(path, { expected, got: `${text} a second time`, hint });
    return text;
  }
}

/** Options of detectors are any JSON value: the detector checks them. */
const isFree = ({ type, anyOf }: SchemaNode): boolean => type === undefined && anyOf === undefined;

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

function typeHint(value: unknown, schema: SchemaNode): string | undefined {
  const { type = 'object', 'x-unit': unit } = schema;
  const isPart = typeof value === 'object' && value !== null;
  if (type === 'object' || type === 'array' || isPart) return undefined;
  if (typeof value === 'string') {
    if (value.includes('${')) return 'variables work in texts only';
    return /^(true|false|-?[\d.]+)$/.test(value) ? 'write it without quotes' : undefined;
  }
  if (value === null) return 'write a value, or remove the line';
  if (unit) return `write it with its unit, such as ${schema.default ?? schema['x-minimum']}`;
  return type === 'string' ? 'put it in quotes' : undefined;
}

const STRAY_ALIAS = {
  expected: 'the name of an anchor above',
  got: 'an alias of none',
  hint: 'put a text that starts with "*" in quotes',
};

/** What the parser says of a quote or bracket that is not closed, and of lines that are not in line with those above. */
const UNCLOSED = /^(?:Flow .* must be sufficiently indented|Missing closing)/;
const UNALIGNED = /^Sequence item without/;
const NOT_CLOSED =
  'expected a closing quote, bracket or brace for the one that opens here, got none';

/** Faults that change the meaning of nothing around them. */
const APART: ReadonlySet<ErrorCode> = new Set([
  'BAD_ALIAS',
  'BAD_DQ_ESCAPE',
  'DUPLICATE_KEY',
  'NON_STRING_KEY',
  'TAG_RESOLVE_FAILED',
]);

/** Our own words for each kind of fault: the parser's may quote the text, and with it a password. */
const SYNTAX: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT:
    'expected the same indentation as the lines around, got another; line the keys of one level up with spaces',
  BLOCK_AS_IMPLICIT_KEY:
    'expected one "key: value" a line, got a second ": " in the line; put a text that holds ": " in quotes',
  DUPLICATE_KEY: 'expected each key once, got a key a second time; keep one of the two',
  MISSING_CHAR:
    'expected a closing quote, bracket, brace or a comma, got none; look at the lines above too',
  MULTIPLE_DOCS: 'expected one document, got a second one after "---"; remove the "---"',
  NON_STRING_KEY: 'expected a text as the key, got something else',
  TAB_AS_INDENT: 'expected spaces, got a tab; indent with spaces',
};

const OTHER =
  'expected YAML, got something that cannot be read here; put texts with special characters in quotes, and check the indentation';
