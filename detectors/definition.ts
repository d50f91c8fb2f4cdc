/** A detector definition, checked field by field when it is loaded: the code behind it may be anybody's. */

import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import { CONTRACT_VERSION, type DetectorDefinition } from './detector.ts';
import {
  type Fault,
  FUNCTION,
  faultsError,
  shown,
  unknownFields,
  wholeNumber,
  wrongFields,
} from './faults.ts';
import { schemaFaults, withDefaults } from './options.ts';

/** Longest state a camera may have, bytes: 16 MiB. A hundred cameras then stay under two gigabytes. */
const MAX_STATE_BYTES = 16 * 1024 * 1024;

const names = (most: number, description: string) =>
  Type.Array(Type.String({ minLength: 1 }), {
    minItems: 1,
    maxItems: most,
    uniqueItems: true,
    description,
  });
const text = (most: number, description: string) =>
  Type.String({ pattern: '\\S', maxLength: most, description });
/** Looks at the schema itself and not at its class: a plugin may bring its own copy of typebox. */
const OPTIONS = Type.Object(
  { type: Type.Literal('object'), properties: Type.Object({}) },
  { description: 'a JSON Schema of an object with properties' },
);

const FIELDS = {
  name: Type.String({
    pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
    description: '1..40 lower-case letters, digits and hyphens',
  }),
  version: Type.String({
    pattern: '^\\d+\\.\\d+\\.\\d+([-+][0-9A-Za-z.+-]+)?$',
    description: 'major.minor.patch',
  }),
  contract: Type.Literal(CONTRACT_VERSION, {
    description: `${CONTRACT_VERSION}, the version of the contract here`,
  }),
  summary: text(200, 'one sentence of 1..200 characters'),
  licence: text(100, 'an SPDX name of 1..100 characters'),
  options: OPTIONS,
  labels: {
    ...names(1000, '1..1000 different names, person among them'),
    contains: { const: 'person' },
  },
  keypoints: Type.Optional(names(200, '1..200 different names, or nothing')),
  maxDetections: wholeNumber(1, 10_000),
  stateBytes: wholeNumber(0, MAX_STATE_BYTES),
  isWeak: Type.Boolean({ description: 'true or false' }),
  create: FUNCTION,
} satisfies Record<keyof DetectorDefinition, unknown>;

/**
 * The definition where `value` is one. Throws `detector_invalid` naming `where` and every field that is wrong.
 */
export function checkDefinition(value: unknown, where: string): DetectorDefinition {
  if (typeof value !== 'object' || value === null) {
    const fault = { field: 'definition', expected: 'what defineDetector gives', got: shown(value) };
    throw faultsError('detector_invalid', where, [fault]);
  }
  const faults = [
    ...wrongFields(FIELDS, value),
    ...unknownFields(value, Object.keys(FIELDS), 'field of a definition'),
    ...defaultFaults(Reflect.get(value, 'options')),
  ];
  if (faults.length > 0) throw faultsError('detector_invalid', where, faults);
  return value as DetectorDefinition;
}

/** Each option needs a default that its own schema allows, or to be optional: a detector runs without being told. */
function defaultFaults(schema: unknown): readonly Fault[] {
  if (!Check(OPTIONS, schema)) return [];
  const options = schema as DetectorDefinition['options'];
  const filled = withDefaults(options, {});
  const missing = (options.required ?? []).filter((key) => filled[key] === undefined);
  if (missing.length > 0) {
    const expected = 'a default, or to be optional';
    return missing.map((key) => ({ field: `options.${key}`, expected, got: 'neither' }));
  }
  return schemaFaults(options, filled).map(({ field, expected, got }) => ({
    field: `options.${field}`,
    expected: `a default its own schema allows, ${expected}`,
    got,
  }));
}
