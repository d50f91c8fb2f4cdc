/** Values of a JSON of unknown shape. */

import { textOf } from './row/text.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of the keys whose value says something. Own keys only: a file may call one `constructor`. */
export function pick(object: JsonObject, ...keys: readonly string[]): unknown {
  for (const key of keys) {
    const value = Object.hasOwn(object, key) ? object[key] : undefined;
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

/** The object under a key, or an empty one. */
export function objectAt(object: JsonObject, ...keys: readonly string[]): JsonObject {
  const value = first(pick(object, ...keys));
  return isObject(value) ? value : {};
}

/** What a person, room or type is called: the text itself, the name in an object, or that of the first in a list. */
export function nameOf(value: unknown): string | null {
  const one = first(value);
  if (!isObject(one)) return textOf(one);
  const whole = textOf(
    pick(one, 'name', 'Name', 'displayName', 'DisplayName', 'full_name', 'title'),
  );
  if (whole !== null) return whole;
  const parts = [
    pick(one, 'firstName', 'FirstName', 'first_name', 'givenName'),
    pick(one, 'lastName', 'LastName', 'last_name', 'familyName'),
  ].map(textOf);
  const joined = parts.filter((part) => part !== null).join(' ');
  return joined === '' ? null : joined;
}

/** The id in an object, or in the first of a list. */
export function idOf(value: unknown): string | null {
  const one = first(value);
  return isObject(one) ? textOf(pick(one, 'id', 'Id', 'ID', '@id', 'identifier')) : null;
}

export function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

/** A number, also one written as text; null for anything else. */
export function numberOf(value: unknown): number | null {
  const text = textOf(value);
  const number = text === null ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}
