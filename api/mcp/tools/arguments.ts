/** Checks what a model gives a tool, and says what is wrong in words that it can act on. */

import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { QueryFault } from '../../../gym/figures/ask/faults.ts';
import type { Arguments } from '../../routes/route.ts';

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
    const told = faults
      .filter(isToldOnce)
      .map((fault) => faultText(fault, faults))
      .filter((text) => text !== null);
    return { isOk: false, message: [...new Set(told)].slice(0, MAX_FAULTS).join(' ') };
  };
}

type Fault = ReturnType<typeof Value.Errors>[number];

/**
 * Whether a fault is one to be told: where one of several kinds was wanted, what is wrong with the kind that was given, or
 * else which kinds there are ({@link kindsText}); never each kind by itself.
 */
function isToldOnce({ keyword, instancePath }: Fault, _: number, all: readonly Fault[]): boolean {
  const isEither = all.some((one) => one.keyword === 'anyOf' && one.instancePath === instancePath);
  if (!isEither || (keyword !== 'type' && keyword !== 'anyOf')) return true;
  return keyword === 'anyOf' && !all.some((one) => isOfKind(one, instancePath));
}

/** Whether a fault says something of a value of one of the kinds that are wanted at `path`. */
function isOfKind({ keyword, instancePath }: Fault, path: string): boolean {
  if (instancePath === path) return keyword !== 'type' && keyword !== 'anyOf';
  return instancePath.startsWith(`${path}/`);
}

/** `must be string or object` */
function kindsText(path: string, all: readonly Fault[]): string {
  const kinds = all.filter(
    ({ keyword, instancePath }) => keyword === 'type' && instancePath === path,
  );
  const names = kinds.map(({ params }) => String((params as { type?: unknown }).type));
  return `must be ${names.join(' or ')}`;
}

/** `limit: must be <= 100.` Null for what another fault tells better. */
function faultText(
  { keyword, instancePath, params, message }: Fault,
  all: readonly Fault[],
): string | null {
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
  if (keyword === 'anyOf') return `${where}: ${kindsText(instancePath, all)}.`;
  return `${where}: ${message}.`;
}

function listOf(names: unknown): string {
  const words = Array.isArray(names) ? names : [names];
  return words.map((word) => JSON.stringify(word)?.slice(0, 64)).join(', ');
}

/** What is wrong with a query: `where.0.2: Value should be a known one, such as monday.` */
export function faultsText(faults: readonly QueryFault[]): string {
  return faults
    .slice(0, MAX_FAULTS)
    .map(({ loc, msg }) => `${loc.slice(1).join('.') || 'arguments'}: ${msg}.`)
    .join(' ');
}

/** How deep and how wide JSON of a client may be: what is deep ends the stack, and to find fault with what is wide takes seconds. */
export interface Bounds {
  /** Levels of lists and objects. */
  readonly levels: number;
  /** Members of all of them together. */
  readonly members: number;
}

/** Whether `value` is more than `bounds`. Looks at not much more than is allowed. */
export function isBeyond(value: unknown, { levels, members }: Bounds): boolean {
  let seen = 0;
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    const next: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      const inside = Object.values(one);
      seen += inside.length;
      if (seen > members) return true;
      next.push(...inside);
    }
    level = next;
  }
  return false;
}
