/** Checks of single texts: patterns, lengths, units with their bounds, and names that must exist in the world. */

import { isIP } from 'node:net';
import { closest, distance } from 'fastest-levenshtein';
import { amountOf, type TextForm } from '../sections/field.ts';
import { addressFault } from '../values/address.ts';
import { isTimezone, zoneOfCity } from '../values/timezone.ts';
import { expectation, oneOf, shown } from './expectation.ts';
import type { Finding } from './fault.ts';
import type { SchemaNode } from './schema-node.ts';

/** What is wrong with `value`; null when nothing is. `got` shows the value unless the schema says that it is secret. */
export function checkText(value: string, schema: SchemaNode): Finding | null {
  const found = checkUnit(value, schema) ?? checkForm(value, schema) ?? checkShape(value, schema);
  if (found === null) return null;
  return { expected: expectation(schema), got: shown(value), ...found };
}

type Wrong = Partial<Finding>;

function checkUnit(value: string, schema: SchemaNode): Wrong | null {
  const unit = schema['x-unit'];
  if (unit === undefined) return null;
  const amount = amountOf(value, unit);
  const least = amountOf(schema['x-minimum'] ?? '', unit);
  const most = amountOf(schema['x-maximum'] ?? '', unit);
  if (amount === null) return { hint: `write it like ${schema.default ?? schema['x-minimum']}` };
  if (least !== null && amount < least) return { hint: `the least is ${schema['x-minimum']}` };
  if (most !== null && amount > most) return { hint: `the most is ${schema['x-maximum']}` };
  return null;
}

function checkShape(value: string, schema: SchemaNode): Wrong | null {
  if (schema['x-unit']) return null;
  if (schema.enum) return schema.enum.includes(value) ? null : nearestHint(value, schema.enum);
  if (schema.const !== undefined) return value === schema.const ? null : {};
  const { minLength = 0, maxLength = Infinity, pattern } = schema;
  const length = [...value].length;
  if (length > maxLength) return { got: `${length} characters` };
  const fits =
    length >= minLength && (pattern === undefined || new RegExp(pattern, 'u').test(value));
  return fits ? null : {};
}

function checkForm(value: string, schema: SchemaNode): Wrong | null {
  const form = schema['x-form'];
  return form === undefined || value === '' ? null : FORMS[form](value);
}

const FORMS: Readonly<Record<TextForm, (value: string) => Wrong | null>> = {
  address: (value) => {
    const got = addressFault(value);
    return got === null ? null : { got };
  },
  currency: (value) => {
    const known = Intl.supportedValuesOf('currency');
    return known.includes(value) ? null : nearestHint(value.toUpperCase(), known, 1);
  },
  network: (value) => (isNetwork(value) ? null : {}),
  timezone: (value) => (isTimezone(value) ? null : zoneHint(value)),
};

/** An address, or one with the length of its prefix after a slash. */
function isNetwork(text: string): boolean {
  const { address = '', bits } =
    /^(?<address>[^/%]+)(?:\/(?<bits>\d{1,3}))?$/.exec(text)?.groups ?? {};
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return Number(bits ?? 0) <= most;
}

function zoneHint(value: string): Wrong {
  const meant = zoneOfCity(value);
  const known = Intl.supportedValuesOf('timeZone');
  return meant === null ? nearestHint(value, known) : { hint: `did you mean ${meant}?` };
}

/** How far a word may be from a known one, in edits a letter, to be taken for it. Chosen here: "capcity", "idel_period". */
const NEAR = 0.4;

/** The known word that was probably meant; null when none is near. */
export function nearest(word: string, known: readonly string[]): string | null {
  if (known.length === 0 || word.length > 100) return null;
  const best = closest(word, known);
  return distance(word, best) <= Math.max(1, Math.floor(best.length * NEAR)) ? best : null;
}

function nearestHint(word: string, known: readonly string[], mostListed = 8): Wrong {
  const near = nearest(word, known);
  if (near !== null) return { hint: `did you mean ${near}?` };
  return known.length <= mostListed ? { hint: `write ${oneOf(known)}` } : {};
}
