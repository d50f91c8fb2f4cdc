/** Values of a JSON of unknown shape. */

import { textOf } from './row/text.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of the keys of an object, or the first of a list, whose value says something. Own keys only: a file may call one `constructor`. */
export function pick(value: unknown, ...keys: readonly string[]): unknown {
  const object = first(value);
  if (!isObject(object)) return undefined;
  const own = keys.filter((key) => Object.hasOwn(object, key)).map((key) => object[key]);
  return own.find((one) => one !== undefined && one !== null && one !== '');
}

/** What a person, room or type is called: the text itself, the name in an object, or that of the first in a list. */
export function nameOf(value: unknown): string | null {
  if (!isObject(first(value))) return textOf(first(value));
  const whole = pick(value, 'name', 'Name', 'displayName', 'DisplayName', 'full_name', 'title');
  if (textOf(whole) !== null) return textOf(whole);
  const parts = [
    pick(value, 'firstName', 'FirstName', 'first_name', 'givenName'),
    pick(value, 'lastName', 'LastName', 'last_name', 'familyName'),
  ].map(textOf);
  return textOf(parts.filter((part) => part !== null).join(' '));
}

/** The id in an object, or in the first of a list. */
export function idOf(value: unknown): string | null {
  return textOf(pick(value, 'id', 'Id', 'ID', '@id', 'identifier'));
}

/** A number, also one written as text; null for anything else. */
export function numberOf(value: unknown): number | null {
  const number = Number(textOf(value) ?? Number.NaN);
  return Number.isFinite(number) ? number : null;
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}
