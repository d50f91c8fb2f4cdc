/** Faults found in what others wrote (a plugin, its options), collected so that all are told at once. */

import { dirname, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { closest, distance } from 'fastest-levenshtein';
import { IsOptional, Type } from 'typebox';
import { Check } from 'typebox/schema';
import { type ErrorCode, isTurnoutError, messageOf, TurnoutError } from '../errors.ts';

/** One thing that is not as it must be. */
export interface Fault {
  /** Name of the field: `input.width`, `score_threshold`. */
  readonly field: string;
  readonly expected: string;
  readonly got: string;
}

/** One coded error with all `faults` in it; `data.faults` has them as a list. At least one fault is needed. */
export function faultsError(
  code: ErrorCode,
  where: string,
  faults: readonly Fault[],
  cause?: unknown,
): TurnoutError {
  const [first] = faults;
  const others = faults
    .slice(1)
    .map(({ field, expected, got }) => `${field}: expected ${expected}, got ${got}`);
  return new TurnoutError(
    code,
    {
      where: `${where}: ${first?.field ?? ''}`,
      expected: first?.expected ?? '',
      got: [first?.got ?? '', ...others].join('; '),
      data: { faults: faults.map(({ field, expected, got }) => ({ field, expected, got })) },
    },
    { cause },
  );
}

/** The known name nearest to `name`, or null where none is like it: more than half its letters would change. */
export function nearestName(name: string, known: readonly string[]): string | null {
  if (known.length === 0) return null;
  const nearest = closest(name, [...known]);
  return distance(name, nearest) <= Math.max(1, Math.floor(name.length / 2)) ? nearest : null;
}

/**
 * A fault for each field of `value` that is not in `known`, with the nearest that is.
 *
 * @param what what a known one is called: `field of a detection`.
 */
export function unknownFields(value: object, known: readonly string[], what: string): Fault[] {
  const unknown = Object.keys(value).filter((field) => !known.includes(field));
  return unknown.map((field) => {
    const nearest = nearestName(field, known);
    const list = known.length === 0 ? 'none' : `one of ${known.join(', ')}`;
    const expected =
      nearest === null ? `a known ${what}: ${list}` : `a known ${what}, perhaps ${nearest}`;
    return { field, expected, got: 'an unknown one' };
  });
}

/** Schemas that say in words what they allow. Of no type of typebox: authors of plugins, who get these types, have none. */
export const FUNCTION = { type: 'function', description: 'a function' } as const;

export const wholeNumber = (minimum: number, maximum: number): object =>
  Type.Integer({ minimum, maximum, description: `a whole number ${minimum}..${maximum}` });

export const oneOf = (...names: string[]): object =>
  Type.Enum(names, { description: `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` });

/** A fault for each field of `value` that its schema does not allow, in the words of the schema's description. */
export function wrongFields(fields: Readonly<Record<string, object>>, value: object): Fault[] {
  return Object.entries(fields).flatMap(([field, schema]): Fault[] => {
    const found: unknown = Reflect.get(value, field);
    if (Check(schema, found) || (found === undefined && IsOptional(schema))) return [];
    return [{ field, expected: String(Reflect.get(schema, 'description')), got: shown(found) }];
  });
}

/** A value as a message shows it: short, and never the whole of something large. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) {
    return value.length > 8 ? `a list of ${value.length}` : `[${value.map(shown).join(', ')}]`;
  }
  const text = typeof value === 'object' && value !== null ? jsonOf(value) : String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** An object as JSON, or words for what has none. */
export function jsonOf(value: object): string {
  try {
    return JSON.stringify(value) ?? 'an object';
  } catch (error) {
    // A value that refers to itself has no JSON; that it is one is all a message needs.
    return error instanceof TypeError ? 'an object' : 'an object that cannot be shown';
  }
}

/** What a plugin threw, with its file and line: never with the folders of this computer. */

/** Folders of the plugins that this thread has loaded, as lines of a stack begin with them. */
const folders = new Set<string>();

/** Takes note of the file of a plugin: what is in its folder is the plugin's. */
export function notePlugin(file: string): void {
  const folder = dirname(file);
  // A module is named by its address in a stack, and CommonJS by its path.
  folders.add(`${pathToFileURL(folder).href}/`);
  folders.add(`${folder}${sep}`);
}

/** Where our own modules are: a plugin may lie next to them. */
const OWN = new URL('..', import.meta.url).href;

/** Its message, with the place in the plugin where that is known: `no such tensor (mine.mjs:41)`. Ours say where already. */
export function thrownText(thrown: unknown): string {
  return isTurnoutError(thrown) ? thrown.message : `${messageOf(thrown)}${placeOf(thrown)}`;
}

/** ` (mine.mjs:41)`: the innermost line of a plugin; nothing where the stack has none. */
export function placeOf(thrown: unknown): string {
  const stack = thrown instanceof Error ? String(thrown.stack) : '';
  for (const [, path = '', line] of stack.matchAll(FRAME)) {
    const folder = [...folders].find((one) => path.startsWith(one));
    if (folder === undefined) continue;
    // What else is in a plugin's folder is not the plugin.
    const isOurs = path.startsWith(OWN) && !folder.startsWith(OWN);
    if (isOurs || path.includes('node_modules', folder.length)) continue;
    return ` (${path.slice(folder.length)}:${line})`;
  }
  return '';
}

/** A line of a stack: `    at detect (file:///plugins/mine.mjs:41:9)`; without a function there are no brackets. */
const FRAME = /^ {4}at (?:async )?(?:.*\()?([^()\n]+):(\d+):\d+\)?$/gm;
