/** Checks what a model gives a tool, and says what is wrong in words that it can act on. */

import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { isBeyond } from './bounds.ts';

export type Arguments = Readonly<Record<string, unknown>>;

export type ArgumentsReading =
  | { readonly isOk: true; readonly value: Arguments }
  | { readonly isOk: false; readonly message: string };

/** Faults that are told at most: more than these help no one. */
const MAX_FAULTS = 8;

/** Chosen here: far more than any call has. */
const MOST = { levels: 16, members: 1_000 } as const;

/** A reader of arguments of `schema`, an object. Defaults are filled in; the input is left as it is. */
export function argumentsReader(schema: TSchema): (input: unknown) => ArgumentsReading {
  return (input) => {
    if (isBeyond(input, MOST)) {
      const most = `${MOST.levels} levels and ${MOST.members} members`;
      return { isOk: false, message: `arguments: must not have more than ${most}.` };
    }
    const value = Value.Default(schema, structuredClone(input ?? {}));
    const faults = Value.Errors(schema, value);
    if (faults.length === 0) return { isOk: true, value: value as Arguments };
    const told = faults.map(faultText).filter((text) => text !== null);
    return { isOk: false, message: [...new Set(told)].slice(0, MAX_FAULTS).join(' ') };
  };
}

type Fault = ReturnType<typeof Value.Errors>[number];

/** `limit: must be <= 100.` Null for what another fault tells better. */
function faultText({ keyword, instancePath, params, message }: Fault): string | null {
  // `false` as a schema: "additionalProperties" of the object above names the same.
  if (keyword === 'boolean') return null;
  const place = instancePath.slice(1).replaceAll('/', '.');
  const where = place === '' ? 'arguments' : place;
  const facts = params as Readonly<Record<string, unknown>>;
  if (keyword === 'enum') return `${where}: must be one of ${listOf(facts['allowedValues'])}.`;
  if (keyword === 'additionalProperties') {
    return `${where}: must not have ${listOf(facts['additionalProperties'])}.`;
  }
  if (keyword === 'required') return `${where}: must have ${listOf(facts['requiredProperties'])}.`;
  return `${where}: ${message}.`;
}

function listOf(names: unknown): string {
  const words = Array.isArray(names) ? names : [names];
  return words.map((word) => JSON.stringify(word)?.slice(0, 64)).join(', ');
}
