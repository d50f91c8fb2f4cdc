/** Parts of a query out of any JSON. */

import type { QueryFaults } from './faults.ts';

type Place = readonly (string | number)[];

/** Gives what a part says; undefined where something is wrong with it, which is among the faults then. */
export type Reader<Value> = (loc: Place, value: unknown, faults: QueryFaults) => Value | undefined;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of an object; undefined where it is left out. */
export function own(of: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}

/** Complains of the members that are not known. */
export function checkMembers(
  loc: Place,
  of: object,
  known: readonly string[],
  faults: QueryFaults,
): void {
  for (const name of Object.keys(of)) {
    if (!known.includes(name)) faults.unknown([...loc, name.slice(0, 64)], 'Member', name, known);
  }
}

/** The items without those with a fault; undefined where it is no list of the right length. */
export function listOf<Value>(
  read: Reader<Value>,
  { least = 0, most }: { readonly least?: number; readonly most: number },
): Reader<readonly Value[]> {
  return (loc, value, faults) => {
    const ofWrongLength = (end: 'least' | 'most', bound: number) => {
      const { length } = value as readonly unknown[];
      const items = bound === 1 ? '1 item' : `${bound} items`;
      const msg = `List should have at ${end} ${items} after validation, not ${length}`;
      const limit = end === 'least' ? { min_length: bound } : { max_length: bound };
      const ctx = { field_type: 'List', actual_length: length, ...limit };
      faults.add(loc, end === 'least' ? 'too_short' : 'too_long', msg, value, ctx);
      return undefined;
    };
    if (!Array.isArray(value)) {
      faults.add(loc, 'list_type', 'Input should be a valid list', value);
      return undefined;
    }
    if (value.length < least) return ofWrongLength('least', least);
    if (value.length > most) return ofWrongLength('most', most);
    return value.flatMap((item: unknown, at) => {
      const one = read([...loc, at], item, faults);
      return one === undefined ? [] : [one];
    });
  };
}

/** So many items, whatever they are. */
export function tupleOf(count: number): Reader<readonly unknown[]> {
  return listOf((_, item) => item ?? null, { least: count, most: count });
}

/** A list in which each item stands once: the second of two equal ones goes. */
export function setOf<Value>(read: Reader<readonly Value[]>): Reader<readonly Value[]> {
  return (loc, value, faults) => {
    const items = read(loc, value, faults);
    return items && [...new Set(items)];
  };
}

/** A name of the catalogue; `kind` is a word such as `Measure`. */
export function knownName<Name extends string>(kind: string, names: readonly Name[]): Reader<Name> {
  return (loc, value, faults) => {
    const name = names.find((one) => one === value);
    if (name === undefined) faults.unknown(loc, kind, value, names);
    return name;
  };
}

export function wordOf<Word extends string>(words: readonly Word[]): Reader<Word> {
  return (loc, value, faults) => {
    const word = words.find((one) => one === value);
    if (word === undefined) {
      const quoted = words.map((one) => `'${one}'`);
      const expected = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
      faults.add(loc, 'literal_error', `Input should be ${expected}`, value, { expected });
    }
    return word;
  };
}

export function wholeNumber(least: number, most: number): Reader<number> {
  return (loc, value, faults) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
      faults.add(loc, 'int_type', 'Input should be a valid integer', value);
    } else if (value < least) {
      const msg = `Input should be greater than or equal to ${least}`;
      faults.add(loc, 'greater_than_equal', msg, value, { ge: least });
    } else if (value > most) {
      const msg = `Input should be less than or equal to ${most}`;
      faults.add(loc, 'less_than_equal', msg, value, { le: most });
    } else return value;
    return undefined;
  };
}

export const readBoolean: Reader<boolean> = (loc, value, faults) => {
  if (typeof value === 'boolean') return value;
  faults.add(loc, 'boolean_type', 'Input should be a valid boolean', value);
  return undefined;
};

export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^(?:19|20|21)\d{2}-\d{2}-\d{2}$/.test(value)) return false;
  const at = Date.parse(`${value}T00:00:00Z`);
  // 30 February is read as a day in March.
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === value;
}

export const readDate: Reader<string> = (loc, value, faults) => {
  if (isDate(value)) return value;
  faults.add(loc, 'date_parsing', 'Input should be a valid date such as 2026-10-12', value);
  return undefined;
};
