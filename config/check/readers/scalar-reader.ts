/** Reads single values: texts with their variables, numbers within their bounds, true and false. */

import { isScalar } from 'yaml';
import { interpolate } from '../../values/interpolation.ts';
import { unsetAddress } from '../../values/unset.ts';
import { expectation, shown } from '../expectation.ts';
import type { Finding } from '../fault.ts';
import { kindOf, NOTHING, type Place, type Reading, report, reportKind } from '../reading.ts';
import type { SchemaNode } from '../schema-node.ts';
import { checkText } from '../text.ts';

/** The value, of exactly the type that the schema asks: "20" is no number and 5 no text. */
export function readScalar(reading: Reading, place: Place): unknown {
  const { schema } = place;
  if (!isScalar(place.node)) return reportKind(reading, place);
  const { value } = place.node;
  const isText = schema.type === 'string' || typeof schema.const === 'string';
  if (isText && typeof value === 'string') return readText(reading, place, value);
  if (schema.type === 'boolean' && typeof value === 'boolean') return value;
  if (typeof value === 'number' && isNumberFit(value, schema)) return value;
  const isShown = schema['x-secret'] !== true || value === null;
  return report(reading, place, {
    expected: expectation(schema),
    got: isShown ? kindOf(place.node) : 'another value (not shown)',
    hint: typeHint(value, schema),
  });
}

function isNumberFit(value: number, schema: SchemaNode): boolean {
  const isRightKind =
    schema.type === 'number' || (schema.type === 'integer' && Number.isInteger(value));
  const { minimum = -Infinity, maximum = Infinity } = schema;
  return isRightKind && value >= minimum && value <= maximum;
}

function typeHint(value: unknown, schema: SchemaNode): string | undefined {
  if (typeof value === 'string') {
    return value.includes('${') ? 'variables work in texts only' : 'write it without quotes';
  }
  if (value === null) return 'write a value, or remove the line';
  if (schema['x-unit']) {
    return `write it with its unit, such as ${schema.default ?? schema['x-minimum']}`;
  }
  return schema.type === 'string' ? 'put it in quotes' : undefined;
}

/** The text with its variables put in. What came from the environment or is secret is never shown. */
export function readText(reading: Reading, place: Place, written: string): unknown {
  const { text, isFromEnvironment, unset, faults } = interpolate(written, reading.env);
  if (unset.length > 0) {
    if (reading.mayLackVariables) return NOTHING;
    if (place.schema['x-secret'] === true && faults.length === unset.length) {
      return unsetAddress(unset);
    }
  }
  for (const fault of faults) report(reading, place, fault);
  if (faults.length > 0) return NOTHING;
  const finding = checkText(text, place.schema);
  if (finding === null) return text;
  return report(
    reading,
    place,
    discreet(finding, place.schema, isFromEnvironment ? written : null),
  );
}

function discreet(finding: Finding, schema: SchemaNode, reference: string | null): Finding {
  const isQuotation = finding.got.startsWith('"');
  if (schema['x-secret'])
    return isQuotation ? { ...finding, got: 'another text (not shown)' } : finding;
  if (reference === null) return finding;
  return {
    expected: finding.expected,
    got: `${shown(reference)} with a value that does not fit`,
    hint: 'check the environment variable',
  };
}
