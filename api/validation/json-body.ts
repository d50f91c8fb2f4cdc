/**
 * The JSON body of a request, held to its schema, or what is wrong with it in the form of the other 422. What was sent is
 * not given back: it may be a password.
 */

import type { Static, TSchema } from 'typebox';
import type { Fault, TextLimits } from './parameters.ts';

/** Faults told at most. Chosen here: no one reads more. */
const MAX_FAULTS = 20;

/** What an error of typebox lists. */
type Lists = Readonly<Record<'allowedValues' | 'additionalProperties', readonly string[]>>;

/** An empty body is an empty object where the schema takes one. */
export async function readJsonBody<Schema extends TSchema>(schema: Schema, bytes: Buffer) {
  const text = bytes.toString('utf8').trim();
  let input: unknown;
  try {
    input = JSON.parse(text === '' ? '{}' : text);
  } catch {
    return { ok: false as const, faults: [fault([], 'json_invalid', 'JSON decode error')] };
  }
  // Some hundred files: the server starts without them.
  const { Pointer, Value } = await import('typebox/value');
  if (Value.Check(schema, input)) return { ok: true as const, body: input as Static<Schema> };
  const faults = [...Value.Errors(schema, input)]
    // Said of each member that is not known; the object that has them names them all.
    .filter(({ keyword }) => keyword !== 'boolean')
    .slice(0, MAX_FAULTS)
    .map(({ instancePath, schemaPath, keyword, params, message }) => {
      const node = Pointer.Get(schema, schemaPath.slice(1)) as TextLimits | undefined;
      const { allowedValues, additionalProperties: unknown } = params as Partial<Lists>;
      // A pattern tells no person what is allowed.
      const one =
        keyword === 'pattern'
          ? node?.['x-expected']
          : allowedValues && `one of ${allowedValues.join(', ')}`;
      const words = unknown ? `must not have ${unknown.join(', ')}` : message;
      return fault(placeOf(instancePath), keyword, `Input ${one ? `must be ${one}` : words}`);
    });
  return { ok: false as const, faults };
}

/** Text as a fault of the body, for what a schema cannot know. */
export function bodyFault(place: readonly (string | number)[], sentence: string): Fault {
  return fault(place, 'value_error', `Value error, ${sentence}`);
}

function fault(place: readonly (string | number)[], type: string, msg: string): Fault {
  return { type, loc: ['body', ...place], msg, input: null };
}

function placeOf(pointer: string): readonly (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/')));
}
