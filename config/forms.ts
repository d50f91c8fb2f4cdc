/** Checks of single texts: patterns, lengths, units with their bounds, and names that must exist in the world. */

import { isIP } from 'node:net';
import { distance } from 'fastest-levenshtein';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { addressFault } from './address.ts';
import type { Finding } from './fault.ts';
import type { SchemaNode, TextForm } from './schema/field.ts';
import { amountOf } from './units.ts';
import { expectation, nearestHint, shown } from './words.ts';

/** What is wrong with `value`; null when nothing is. `got` shows the value unless the schema says that it is secret. */
export function checkText(value: string, schema: SchemaNode): Finding | null {
  const found = checkUnit(value, schema) ?? checkForm(value, schema) ?? checkShape(value, schema);
  if (found === null) return null;
  return { expected: expectation(schema), got: shown(value), ...found };
}

type Wrong = Partial<Finding>;

function checkUnit(value: string, schema: SchemaNode): Wrong | null {
  const { 'x-unit': unit, 'x-minimum': least = '', 'x-maximum': most = '' } = schema;
  if (unit === undefined) return null;
  const amount = amountOf(value, unit);
  if (amount === null) return { hint: `write it like ${schema.default ?? least}` };
  if (amount < (amountOf(least, unit) ?? 0)) return { hint: `the least is ${least}` };
  return amount > (amountOf(most, unit) ?? Infinity) ? { hint: `the most is ${most}` } : null;
}

function checkShape(value: string, schema: SchemaNode): Wrong | null {
  if (schema['x-unit'] || Value.Check(schema as TSchema, value)) return null;
  if (schema.enum) return nearestHint(value, schema.enum);
  const length = [...value].length;
  return length > (schema.maxLength ?? Infinity) ? { got: `${length} characters` } : {};
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

/** Whether Node knows the zone. Names only, as the data base writes them: "+01:00" has no summer time. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    // The one way to ask: a name that is not known is a RangeError. Anything else is a fault of ours.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The zone of a city, such as Europe/Berlin for "berlin" and "Belrin"; null where no zone is called so. */
export function zoneOfCity(typed: string): string | null {
  const city = typed.trim().replace(/\s+/g, '_').toLowerCase();
  const cities = Intl.supportedValuesOf('timeZone').map((zone) => ({ zone, name: cityOf(zone) }));
  const exact = cities.find(({ name }) => name === city);
  // Two edits in six letters, and the first letter is right: a city that is missing must not become another one.
  const near = cities.find(
    ({ name }) => name[0] === city[0] && distance(name, city) <= Math.floor(city.length / 3),
  );
  return (exact ?? near)?.zone ?? null;
}

function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).toLowerCase();
}
