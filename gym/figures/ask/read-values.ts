/** Parts of a query out of any JSON; undefined is left out, or was complained of. */

import type { QueryFaults } from './faults.ts';

type Place = readonly (string | number)[];

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function itemsIn(
  loc: Place,
  value: unknown,
  { least = 0, most }: { readonly least?: number; readonly most: number },
  faults: QueryFaults,
): readonly unknown[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) {
    faults.add(loc, 'list_type', 'Input should be a valid list', value);
    return undefined;
  }
  const { length } = value;
  const ctx = { field_type: 'List', actual_length: length };
  if (length < least) {
    const msg = `List should have at least ${items(least)} after validation, not ${length}`;
    faults.add(loc, 'too_short', msg, value, { ...ctx, min_length: least });
    return undefined;
  }
  if (length > most) {
    const msg = `List should have at most ${items(most)} after validation, not ${length}`;
    faults.add(loc, 'too_long', msg, value, { ...ctx, max_length: most });
    return undefined;
  }
  return value as unknown[];
}

export function wholeIn(
  loc: Place,
  value: unknown,
  [least, most]: readonly [number, number],
  faults: QueryFaults,
): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    faults.add(loc, 'int_type', 'Input should be a valid integer', value);
    return undefined;
  }
  if (value < least) {
    const msg = `Input should be greater than or equal to ${least}`;
    faults.add(loc, 'greater_than_equal', msg, value, { ge: least });
    return undefined;
  }
  if (value > most) {
    const msg = `Input should be less than or equal to ${most}`;
    faults.add(loc, 'less_than_equal', msg, value, { le: most });
    return undefined;
  }
  return value;
}

export function wordIn<Word extends string>(
  loc: Place,
  value: unknown,
  words: readonly Word[],
  faults: QueryFaults,
): Word | undefined {
  if (value === undefined) return undefined;
  const word = words.find((one) => one === value);
  if (word === undefined) {
    const quoted = words.map((one) => `'${one}'`);
    const expected = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
    faults.add(loc, 'literal_error', `Input should be ${expected}`, value, { expected });
  }
  return word;
}

function items(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}
