/** A detector definition, checked field by field when it is loaded: the code behind it may be anybody's. */

import { Errors } from 'typebox/schema';
import { CONTRACT_VERSION, type DetectorDefinition } from './detector.ts';
import { type Fault, faultsError, shown, unknownFields } from './faults.ts';
import type { OptionsSchema } from './option-types.ts';
import { withDefaults } from './options.ts';

/** Longest state a camera may have, bytes: 16 MiB. A hundred cameras then stay under two gigabytes. */
const MAX_STATE_BYTES = 16 * 1024 * 1024;

type Rule = readonly [expected: string, holds: (value: unknown) => boolean];

const RULES: Readonly<Record<Exclude<keyof DetectorDefinition, keyof typeof OPTIONAL>, Rule>> = {
  name: ['1..40 lower-case letters, digits and hyphens', (value) => matches(value, NAME)],
  version: ['major.minor.patch', (value) => matches(value, VERSION)],
  contract: [
    `${CONTRACT_VERSION}, the version of the contract here`,
    (value) => value === CONTRACT_VERSION,
  ],
  summary: ['one sentence of 1..200 characters', (value) => isText(value, 200)],
  licence: ['an SPDX name of 1..100 characters', (value) => isText(value, 100)],
  options: ['a JSON Schema of an object with properties', isObjectSchema],
  labels: ['1..1000 different names, person among them', isLabels],
  maxDetections: ['a whole number 1..10000', (value) => isWhole(value, 1, 10_000)],
  stateBytes: [
    `a whole number 0..${MAX_STATE_BYTES}`,
    (value) => isWhole(value, 0, MAX_STATE_BYTES),
  ],
  isWeak: ['true or false', (value) => typeof value === 'boolean'],
  create: ['a function', (value) => typeof value === 'function'],
};

/** What may be left out. */
const OPTIONAL = {
  keypoints: ['1..200 different names', (value) => isNames(value, 200)],
} satisfies Partial<Record<keyof DetectorDefinition, Rule>>;

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;
const VERSION = /^\d+\.\d+\.\d+([-+][0-9A-Za-z.+-]+)?$/;

/**
 * The definition where `value` is one. Throws `detector_invalid` naming `where` and every field that is wrong.
 */
export function checkDefinition(value: unknown, where: string): DetectorDefinition {
  if (typeof value !== 'object' || value === null) {
    const fault = { field: 'definition', expected: 'what defineDetector gives', got: shown(value) };
    throw faultsError('detector_invalid', where, [fault]);
  }
  const faults = Object.entries(RULES).flatMap(([field, [expected, holds]]): Fault[] => {
    const found: unknown = Reflect.get(value, field);
    return holds(found) ? [] : [{ field, expected, got: shown(found) }];
  });
  const all = [...faults, ...optionalFaults(value), ...defaultFaults(value)];
  if (all.length > 0) throw faultsError('detector_invalid', where, all);
  return value as DetectorDefinition;
}

/** The fields that may be left out, and those that no one knows. */
function optionalFaults(definition: object): readonly Fault[] {
  const known = [...Object.keys(RULES), ...Object.keys(OPTIONAL)];
  const unknown = unknownFields(definition, known, 'field of a definition');
  const wrong = Object.entries(OPTIONAL).flatMap(([field, [expected, holds]]): Fault[] => {
    const found: unknown = Reflect.get(definition, field);
    const isRight = found === undefined || holds(found);
    return isRight ? [] : [{ field, expected: `${expected}, or nothing`, got: shown(found) }];
  });
  return [...unknown, ...wrong];
}

/** Each option needs a default that its own schema allows, or to be optional: a detector runs without being told. */
function defaultFaults(definition: object): readonly Fault[] {
  const schema: unknown = Reflect.get(definition, 'options');
  if (!isObjectSchema(schema)) return [];
  const filled = withDefaults(schema, {});
  const missing = (schema.required ?? []).filter((key) => filled[key] === undefined);
  const faults = missing.map((key) => ({
    field: `options.${key}`,
    expected: 'a default, or to be optional',
    got: 'neither',
  }));
  if (faults.length > 0) return faults;
  const [, [error]] = Errors(schema, filled);
  if (error === undefined) return [];
  const field = `options${error.instancePath.replaceAll('/', '.')}`;
  return [{ field, expected: 'a default its own schema allows', got: error.message }];
}

/** Looks at the schema itself and not at its class: a plugin may bring its own copy of typebox. */
function isObjectSchema(value: unknown): value is OptionsSchema {
  if (typeof value !== 'object' || value === null) return false;
  const [type, properties]: unknown[] = [
    Reflect.get(value, 'type'),
    Reflect.get(value, 'properties'),
  ];
  return type === 'object' && typeof properties === 'object' && properties !== null;
}

function isLabels(value: unknown): boolean {
  return isNames(value, 1000) && value.includes('person');
}

function isNames(value: unknown, longest: number): value is readonly string[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > longest) return false;
  const isText = value.every((name) => typeof name === 'string' && name !== '');
  return isText && new Set(value).size === value.length;
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}

function isText(value: unknown, longest: number): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longest;
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}
