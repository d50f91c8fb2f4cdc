/** The options of a detector, checked against its own schema: defaults filled in, nothing unknown, nothing corrected. */

import { Errors, Pointer } from 'typebox/schema';
import type { DetectorDefinition } from './detector.ts';
import { type Fault, faultsError, shown, unknownFields } from './faults.ts';
import type { OptionsOf, OptionsSchema } from './option-types.ts';

/**
 * Options as `create` wants them. `options` is what the configuration holds; nothing at all means every default.
 *
 * Throws `detector_options_invalid` with all faults at once; an unknown option comes with the nearest known one.
 */
export function checkOptions<Options extends OptionsSchema>(
  definition: DetectorDefinition<Options>,
  options: unknown = {},
): OptionsOf<Options> {
  const where = `options of detector ${definition.name}`;
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const fault = { field: 'all', expected: 'an object of options', got: shown(options) };
    throw faultsError('detector_options_invalid', where, [fault]);
  }
  const filled = withDefaults(definition.options, options);
  const unknown = unknownFields(options, Object.keys(definition.options.properties), 'option');
  const faults = [...unknown, ...schemaFaults(definition.options, filled, unknown)];
  if (faults.length > 0) throw faultsError('detector_options_invalid', where, faults);
  return filled as OptionsOf<Options>;
}

/**
 * A copy of `options` with the default of each property that is left out. Read from the schema's own words, since a
 * plugin may have written it by hand or with another copy of typebox.
 */
export function withDefaults(
  schema: { readonly properties: Readonly<Record<string, object>> },
  options: object,
): Record<string, unknown> {
  const filled: Record<string, unknown> = structuredClone({ ...options });
  for (const [name, property] of Object.entries(schema.properties)) {
    const byDefault: unknown = Reflect.get(property, 'default');
    if (filled[name] === undefined && byDefault !== undefined) {
      filled[name] = structuredClone(byDefault);
    }
  }
  return filled;
}

/** What of `value` does not fit `schema`, one fault a place. */
export function schemaFaults(
  schema: OptionsSchema,
  value: unknown,
  known: readonly Fault[] = [],
): readonly Fault[] {
  const faults = new Map<string, Fault>();
  for (const { instancePath, message } of Errors(schema, value)[1]) {
    const field = instancePath.slice(1).replaceAll('/', '.');
    if (field === '' || faults.has(field) || known.some((fault) => fault.field === field)) continue;
    const found = Pointer.Get(value, instancePath);
    faults.set(field, {
      field,
      expected: expectedText(schema, field, message),
      got: shown(found),
    });
  }
  return [...faults.values()];
}

/** What the schema says of a field in words: its own description where there is one, and the rule that was broken. */
function expectedText(schema: OptionsSchema, field: string, message: string): string {
  const rule = message.replace(/^must be /, '').replace(/^must /, 'it to ');
  const description: unknown = Reflect.get(Object(schema.properties[field]), 'description');
  return typeof description === 'string' ? `${rule} (${description.replace(/\.$/, '')})` : rule;
}
