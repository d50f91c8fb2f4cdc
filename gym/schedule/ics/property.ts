/** One property of a component. The syntax is ical.js's; here it gets types and a place. */

import ICAL from 'ical.js';
import type { ContentLine } from './lines.ts';

export interface Property {
  readonly line: number;
  /** Upper case. */
  readonly name: string;
  /** Names in lower case. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Lower case: `text`, `date`, `date-time`, `period`, `recur`, `duration`. */
  readonly type: string;
  readonly values: readonly unknown[];
  readonly text: string;
}

const NAME = /^([A-Z0-9-]+)\s*[;:]/i;

/** Upper-case name of the property of a line; null for a line that is none. */
export function propertyName(text: string): string | null {
  return NAME.exec(text)?.[1]?.toUpperCase() ?? null;
}

/** Null for a line that breaks the syntax of its property. */
export function readProperty({ line, text }: ContentLine): Property | null {
  const jcal = parsedLine(text);
  if (!Array.isArray(jcal)) return null;
  const [name, parameters, type, ...values]: unknown[] = jcal;
  if (typeof name !== 'string' || typeof type !== 'string') return null;
  const isRecord = typeof parameters === 'object' && parameters !== null;
  return {
    line,
    name: name.toUpperCase(),
    parameters: isRecord ? { ...parameters } : {},
    type,
    values,
    text,
  };
}

/** A parameter that is a single text. */
export function parameterOf(property: Property, name: string): string | null {
  const value = Object.hasOwn(property.parameters, name) ? property.parameters[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}

function parsedLine(text: string): unknown {
  try {
    return ICAL.parse.property(text);
  } catch {
    // It throws a plain error for every kind of broken syntax.
    return null;
  }
}
